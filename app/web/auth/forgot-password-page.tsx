import { useState } from 'react'
import { MailedTo, requestPasswordReset } from '#features/accounts/contract.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Text } from '#kit/web/forms/fields.tsx'
import { Form } from '#kit/web/forms/form.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Link } from '#kit/web/router/link.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { AuthLayout, AuthNote, authLinkClass } from './auth-layout.tsx'

export function ForgotPasswordPage() {
  const [reply, setAnswer] = useState<string>()
  const words =
    reply === undefined
      ? {
          title: 'Forgot your password?',
          lead: 'It happens. Tell us your email, and we send you a link to choose a new one.',
        }
      : { title: 'Check Your Email' }
  return (
    <AuthLayout {...words}>
      {reply === undefined ? <RequestResetForm onSent={setAnswer} /> : <Banner>{reply}</Banner>}
      <AuthNote>
        <Link to="/login" className={authLinkClass}>
          Back to sign-in
        </Link>
      </AuthNote>
    </AuthLayout>
  )
}

function RequestResetForm({ onSent }: { onSent: (reply: string) => void }) {
  const form = useForm({ draft: 'forgot password', schema: MailedTo, values: { email: '' } })
  const request = useWrite(requestPasswordReset, {
    touches: [],
    onSuccess: ({ message }) => onSent(message),
  })
  return (
    <Form form={form} onSubmit={body => request.mutateAsync({ body })} className="flex flex-col gap-5">
      <Text {...form.field('email')} label="Email" required type="email" autoComplete="username" />
      {form.failure && <Banner severity="danger">{form.failure.message}</Banner>}
      <Button type="submit" variant="primary" size="large" busy={form.isBusy} busyText="Sending...">
        Send the link
      </Button>
    </Form>
  )
}
