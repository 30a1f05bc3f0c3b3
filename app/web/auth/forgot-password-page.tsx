import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { MailedTo, requestPasswordReset } from '#features/accounts/contract.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { putFieldErrors } from '#kit/web/forms/field-errors.ts'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Link } from '#kit/web/router/link.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmailInput } from '#kit/web/ui/inputs/input.tsx'
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
  const request = useWrite(requestPasswordReset, { touches: [], onSuccess: ({ message }) => onSent(message) })
  const form = useForm({ resolver: zodResolver(MailedTo), defaultValues: { email: '' } })
  const error = form.formState.errors.email?.message
  const submit = form.handleSubmit(body =>
    request.mutate({ body }, { onError: error => putFieldErrors(error, form) && request.reset() }),
  )
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Email" required error={error}>
        <EmailInput autoComplete="username" {...form.register('email')} />
      </Field>
      {request.error && !error && <Banner severity="danger">{request.error.message}</Banner>}
      <Button type="submit" variant="primary" size="large" busy={request.isPending} busyText="Sending...">
        Send the link
      </Button>
    </form>
  )
}
