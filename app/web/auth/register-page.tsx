import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { registrationDisabled } from '#features/accounts/contract.ts'
import { noPasswords } from '#features/accounts/oidc-contract.ts'
import { RegisterForm } from '#features/accounts/web/sign-in/register-form.tsx'
import { ResendVerification } from '#features/accounts/web/sign-in/resend-verification.tsx'
import { InlineAlerts } from '#features/alerts/web/inline-alerts.tsx'
import { listCampuses } from '#features/campuses/contract.ts'
import { listDepartments } from '#features/departments/contract.ts'
import { settingQuery } from '#features/settings/web/setting-query.ts'
import { allowedDomains } from '#kit/rules/addresses/email-domains.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { AuthLayout, AuthNote, authLinkClass } from './auth-layout.tsx'

export function RegisterPage() {
  const { orgEmailDomain, passwordSignIn } = usePublicConfig()
  const [registered, setRegistered] = useState<string>()
  if (registered !== undefined) return <CheckYourEmail email={registered} />
  const frame = (content: ReactNode) => (
    <AuthLayout title="Create an account" alerts={<InlineAlerts />}>
      {content}
    </AuthLayout>
  )
  return (
    <Loaded
      queries={[
        settingQuery('registration_message'),
        settingQuery('registration_enabled'),
        settingQuery('domain_whitelist'),
        read(listCampuses),
        read(listDepartments),
      ]}
      label="Loading the form"
      skeleton={<FormSkeleton />}
      skeletonClass={clsx(leadClass, 'flex flex-col gap-5')}
      frame={frame}
    >
      {(message, enabled, whitelist, campuses, { departments }) => {
        const rejection =
          passwordSignIn === false ? noPasswords : enabled.value === 'false' ? registrationDisabled : null
        return frame(
          <>
            <p className={clsx(leadClass, 'mb-7 text-muted')}>{message.value}</p>
            {rejection === null ? (
              <RegisterForm
                campuses={campuses}
                departments={departments}
                domains={allowedDomains(whitelist.value, orgEmailDomain)}
                onRegistered={setRegistered}
              />
            ) : (
              <Banner severity="warning">{rejection}</Banner>
            )}
            <AuthNote>
              Already have an account?{' '}
              <Link to="/login" className={authLinkClass}>
                Sign in
              </Link>
            </AuthNote>
          </>,
        )
      }}
    </Loaded>
  )
}

/** As near to the title as a page's lead, in whose place it moves nothing when it comes. */
const leadClass = '-mt-4.5'

function CheckYourEmail({ email }: { email: string }) {
  return (
    <AuthLayout
      title="Check Your Email"
      alerts={<InlineAlerts />}
      lead={
        <>
          We sent a link to <strong className="break-words text-ink">{email}</strong>. Open it to verify your
          address, then sign in. It is valid for 24 hours.
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Link to="/login" className={buttonClass({ variant: 'primary', size: 'large' })}>
          Return to Login
        </Link>
        <ResendVerification email={email} />
      </div>
    </AuthLayout>
  )
}

/** Placeholder for the registration form while it loads. */
function FormSkeleton() {
  return (
    <>
      <Row twice />
      <Row hint />
      <Row hint />
      <Row twice />
      <Skeleton shape="pill" className="h-13" />
    </>
  )
}

function Row({ twice, hint }: { twice?: boolean; hint?: boolean }) {
  return (
    <div className={twice ? 'grid gap-5 sm:grid-cols-2' : ''}>
      {(twice ? ['first', 'second'] : ['only']).map(field => (
        <div key={field} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton shape="field" className="h-11" />
          {hint && <Skeleton className="h-4 w-40" />}
        </div>
      ))}
    </div>
  )
}
