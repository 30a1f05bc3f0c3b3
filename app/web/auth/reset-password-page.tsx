import { useState } from 'react'
import { confirmPasswordReset, NewPassword, noResetToken } from '#features/accounts/contract.ts'
import { NewPasswordFields } from '#features/accounts/web/account-fields.tsx'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Form } from '#kit/web/forms/form.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Link } from '#kit/web/router/link.tsx'
import { param } from '#kit/web/router/params.ts'
import { useParams } from '#kit/web/router/search-params.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { AuthLayout, AuthNote, authLinkClass } from './auth-layout.tsx'

export function ResetPasswordPage() {
  const { token = '' } = useParams({ token: param.text() })
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
  const form = useForm({
    draft: 'new password',
    schema: NewPassword,
    values: { newPassword: '', confirmPassword: '' },
  })
  // The server also signs out this browser.
  const confirm = useWrite(confirmPasswordReset, {
    touches: ['viewer'],
    onSuccess: ({ message }) => onDone(message),
  })
  return (
    <Form
      form={form}
      onSubmit={passwords => confirm.mutateAsync({ body: { token, ...passwords } })}
      className="flex flex-col gap-5"
    >
      <NewPasswordFields form={form} />
      {form.failure && <Banner severity="danger">{form.failure.message}</Banner>}
      <Button type="submit" variant="primary" size="large" busy={form.isBusy} busyText="Saving...">
        Set the new password
      </Button>
    </Form>
  )
}
