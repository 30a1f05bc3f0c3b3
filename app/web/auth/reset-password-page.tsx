import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { confirmPasswordReset, NewPassword, noResetToken } from '#features/accounts/contract.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { putFieldErrors } from '#kit/web/forms/field-errors.ts'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Link } from '#kit/web/router/link.tsx'
import { pickTexts } from '#kit/web/router/query-string.ts'
import { useSearch } from '#kit/web/router/router.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { PasswordInput } from '#kit/web/ui/inputs/password-input.tsx'
import { AuthLayout, AuthNote, authLinkClass } from './auth-layout.tsx'

export function ResetPasswordPage() {
  const { token = '' } = pickTexts(useSearch(), ['token'])
  const [reply, setAnswer] = useState<string>()

  if (reply !== undefined) {
    return (
      <AuthLayout title="Your new password is set" lead={<span role="status">{reply}</span>}>
        <Link to="/login" className={buttonClass({ variant: 'primary', size: 'large', className: 'w-full' })}>
          Back to sign-in
        </Link>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title="Choose a new password"
      lead="This signs you out everywhere. Then sign in with the new password."
    >
      {token === '' ? (
        <Banner severity="danger">{noResetToken}</Banner>
      ) : (
        <NewPasswordForm token={token} onDone={setAnswer} />
      )}
      <AuthNote>
        Link too old?{' '}
        <Link to="/forgot-password" className={authLinkClass}>
          Request another
        </Link>
      </AuthNote>
    </AuthLayout>
  )
}

function NewPasswordForm({ token, onDone }: { token: string; onDone: (reply: string) => void }) {
  // The server also signs out this browser.
  const confirm = useWrite(confirmPasswordReset, {
    touches: ['viewer'],
    onSuccess: ({ message }) => onDone(message),
  })
  const form = useForm({
    resolver: zodResolver(NewPassword),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { errors } = form.formState
  const submit = form.handleSubmit(passwords =>
    confirm.mutate(
      { body: { token, ...passwords } },
      { onError: error => putFieldErrors(error, form) && confirm.reset() },
    ),
  )
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="New password" required error={errors.newPassword?.message} hint="6 characters or more">
        <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
      </Field>
      <Field label="Confirm password" required error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
      </Field>
      {confirm.error && Object.keys(errors).length === 0 && (
        <Banner severity="danger">{confirm.error.message}</Banner>
      )}
      <Button type="submit" variant="primary" size="large" busy={confirm.isPending} busyText="Saving...">
        Set the new password
      </Button>
    </form>
  )
}
