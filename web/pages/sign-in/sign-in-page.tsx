import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { LoginForm } from '#web/features/account/login-form.tsx'
import { InlineAlerts } from '#web/features/alerts/corner-alerts.tsx'
import { Entrance, EntranceNote, entranceLink } from '#web/kit/entrance.tsx'
import { Button } from '#web/ui/button.tsx'

const ResendVerification = lazy(async () => ({
  default: (await import('#web/features/account/resend-verification.tsx')).ResendVerification,
}))

export function SignInPage() {
  const [unverified, setUnverified] = useState<string>()
  if (unverified !== undefined) {
    return <VerificationStep email={unverified} onBack={() => setUnverified(undefined)} />
  }
  return (
    <Entrance title="Sign in" lead="Pick a place, rate it, meet you there." alerts={<InlineAlerts />}>
      <LoginForm onUnverified={setUnverified} />
      <EntranceNote>
        New here?{' '}
        <Link to="/register" className={entranceLink}>
          Create an account
        </Link>
      </EntranceNote>
    </Entrance>
  )
}

function VerificationStep({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <Entrance
      title="Verify your email first"
      lead={
        <>
          We sent a link to <strong className="break-words text-ink">{email}</strong>. Open it once, then sign
          in. It may be in the spam folder; if it is gone, ask for another.
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Suspense>
          <ResendVerification email={email} />
        </Suspense>
        <Button variant="quiet" onClick={onBack}>
          Return to Login
        </Button>
      </div>
    </Entrance>
  )
}
