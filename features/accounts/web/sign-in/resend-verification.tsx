import { Mail } from 'lucide-react'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Text } from '#kit/web/forms/fields.tsx'
import { Form } from '#kit/web/forms/form.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { MailedTo, resendVerification } from '../../contract.ts'

/** Requests another verification email, to `email` or the typed address. */
export function ResendVerification({ email }: { email?: string }) {
  const form = useForm({ draft: 'resend', schema: MailedTo, values: { email: email ?? '' } })
  const resend = useWrite(resendVerification, { touches: [] })
  return (
    <Form
      form={form}
      onSubmit={body => resend.mutateAsync({ body })}
      className="flex flex-col gap-4 text-left"
    >
      {email === undefined && (
        <Text {...form.field('email')} label="Email" required type="email" autoComplete="email" />
      )}
      {resend.data && <Banner>{resend.data.message}</Banner>}
      {form.failure && <Banner severity="danger">{form.failure.message}</Banner>}
      <Button type="submit" busy={form.isBusy} busyText="Sending..." icon={<Mail />}>
        {resend.data ? 'Send again' : 'Resend verification email'}
      </Button>
    </Form>
  )
}
