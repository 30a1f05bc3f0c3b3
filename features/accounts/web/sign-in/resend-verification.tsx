import { zodResolver } from '@hookform/resolvers/zod'
import { Mail } from 'lucide-react'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { putFieldErrors } from '#kit/web/forms/field-errors.ts'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmailInput } from '#kit/web/ui/inputs/input.tsx'
import { MailedTo, resendVerification } from '../../contract.ts'

/** Requests another verification email, to `email` or the typed address. */
export function ResendVerification({ email }: { email?: string }) {
  const resend = useWrite(resendVerification, { touches: [] })
  const form = useForm({
    resolver: zodResolver(MailedTo),
    defaultValues: { email: email ?? '' },
  })
  const error = form.formState.errors.email?.message
  const submit = form.handleSubmit(body =>
    resend.mutate({ body }, { onError: error => putFieldErrors(error, form) && resend.reset() }),
  )
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4 text-left">
      {email === undefined && (
        <Field label="Email" required error={error}>
          <EmailInput autoComplete="email" {...form.register('email')} />
        </Field>
      )}
      {resend.data && <Banner>{resend.data.message}</Banner>}
      {resend.error && !error && <Banner severity="danger">{resend.error.message}</Banner>}
      <Button type="submit" busy={resend.isPending} busyText="Sending..." icon={<Mail aria-hidden="true" />}>
        {resend.data ? 'Send again' : 'Resend verification email'}
      </Button>
    </form>
  )
}
