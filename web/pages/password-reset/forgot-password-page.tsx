import { useState } from 'react'
import { RequestResetForm } from '#web/features/accounts/request-reset-form.tsx'
import { Link } from '#web/lib/router/link.tsx'
import { AuthLayout, AuthNote, authLinkClass } from '#web/shared/auth-layout.tsx'
import { Banner } from '#web/ui/banner.tsx'

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
