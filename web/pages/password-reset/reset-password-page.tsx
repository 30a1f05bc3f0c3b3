import { useState } from 'react'
import { noResetToken } from '#contract/accounts.ts'
import { NewPasswordForm } from '#web/features/accounts/new-password-form.tsx'
import { Link } from '#web/lib/router/link.tsx'
import { pickTexts } from '#web/lib/router/query-string.ts'
import { useSearch } from '#web/lib/router/router.ts'
import { AuthLayout, AuthNote, authLinkClass } from '#web/shared/auth-layout.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'

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
