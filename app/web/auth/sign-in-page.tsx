import { useState } from 'react'
import { startSignOn } from '#features/accounts/oidc-contract.ts'
import { LoginForm } from '#features/accounts/web/sign-in/login-form.tsx'
import { InlineAlerts } from '#features/alerts/web/inline-alerts.tsx'
import { addressOf } from '#kit/contract/endpoint.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { param } from '#kit/web/router/params.ts'
import { navigate } from '#kit/web/router/router.ts'
import { useParams } from '#kit/web/router/search-params.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { AuthLayout, AuthNote, authLinkClass } from './auth-layout.tsx'
import { signInTexts } from './sign-in-texts.ts'

const ResendVerification = lazyPart(
  async () => (await import('#features/accounts/web/sign-in/resend-verification.tsx')).ResendVerification,
)

const SignOnProblem = lazyPart(
  async () => (await import('#features/accounts/web/sign-in/sign-on-problem.tsx')).SignOnProblem,
)

const PasskeySignIn = lazyPart(
  async () => (await import('#features/accounts/web/sign-in/passkey-sign-in.tsx')).PasskeySignIn,
  // If loading fails, the password is enough.
  { Placeholder: () => <div className="mt-3 h-13" />, Instead: () => null },
)

export function SignInPage() {
  const { oidcLabel, passwordSignIn } = usePublicConfig()
  const { next, error } = useParams({ next: param.text(), error: param.text() })
  const [unverified, setUnverified] = useState<string>()
  const [isAdmin, setIsAdmin] = useState(false)
  // The previous version's configuration, e.g. cached, has no `passwordSignIn`.
  const hasPasswords = passwordSignIn !== false
  if (unverified !== undefined) {
    return <VerificationStep email={unverified} onBack={() => setUnverified(undefined)} />
  }
  return (
    <AuthLayout {...signInTexts} alerts={<InlineAlerts />}>
      {error && (
        <SignOnProblem
          code={error}
          onDismiss={() => navigate({ to: '/login', search: { next }, replace: true })}
        />
      )}
      {oidcLabel && <SignOnButton label={oidcLabel} next={next} />}
      {oidcLabel && (hasPasswords || isAdmin) && (
        <p className="my-5 flex items-center gap-4 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or with your password
        </p>
      )}
      {(hasPasswords || isAdmin) && <LoginForm onUnverified={setUnverified} />}
      {'PublicKeyCredential' in window && <PasskeySignIn onUnverified={setUnverified} />}
      {!hasPasswords && !isAdmin && (
        <Button variant="quiet" className="mt-4 w-full" onClick={() => setIsAdmin(true)}>
          Primary administrator? Use your password
        </Button>
      )}
      {hasPasswords && (
        <AuthNote>
          New here?{' '}
          <Link to="/register" className={authLinkClass}>
            Create an account
          </Link>
        </AuthNote>
      )}
    </AuthLayout>
  )
}

function VerificationStep({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <AuthLayout
      title="Verify your email first"
      alerts={<InlineAlerts />}
      lead={
        <>
          We sent a link to <strong className="break-words text-ink">{email}</strong>. Open it once, then sign
          in. If you can’t find it, check your spam folder or request another.
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ResendVerification email={email} />
        <Button variant="quiet" onClick={onBack}>
          Back to sign-in
        </Button>
      </div>
    </AuthLayout>
  )
}

/** Goes to the sign-on provider; after sign-in the user lands on `next`. */
function SignOnButton({ label, next }: { label: string; next: string | undefined }) {
  return (
    <a
      href={addressOf(startSignOn, { query: { next } })}
      className={buttonClass({ size: 'large', className: 'w-full' })}
    >
      <span className="wrap-anywhere text-center">Continue with {label}</span>
    </a>
  )
}
