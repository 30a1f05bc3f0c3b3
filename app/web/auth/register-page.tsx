import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { registrationDisabled } from '#features/accounts/contract.ts'
import { noPasswords } from '#features/accounts/oidc-contract.ts'
import { RegisterForm } from '#features/accounts/web/sign-in/register-form.tsx'
import { ResendVerification } from '#features/accounts/web/sign-in/resend-verification.tsx'
import { InlineAlerts } from '#features/alerts/web/inline-alerts.tsx'
import { listCampuses } from '#features/campuses/contract.ts'
import { listDepartments } from '#features/departments/contract.ts'
import { getSetting } from '#features/settings/contract.ts'
import { allowedDomains } from '#kit/rules/addresses/email-domains.ts'
import { combineQueries } from '#kit/web/api/combine-queries.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { AuthLayout, AuthNote, authLinkClass } from './auth-layout.tsx'

export function RegisterPage() {
  const [registered, setRegistered] = useState<string>()
  const message = useQuery(settingQuery('registration_message'))
  const registration = useRegistration()
  if (registered !== undefined) return <CheckYourEmail email={registered} />
  return (
    <AuthLayout
      title="Create an account"
      lead={
        !message.error && (
          <Loaded query={message} {...loading}>
            {({ value }) => value}
          </Loaded>
        )
      }
      alerts={<InlineAlerts />}
    >
      {/* Waits for the message above, so that nothing shifts. */}
      {!message.isPending && (
        <>
          <Registration {...registration} onRegistered={setRegistered} />
          <AuthNote>
            Already have an account?{' '}
            <Link to="/login" className={authLinkClass}>
              Sign in
            </Link>
          </AuthNote>
        </>
      )}
    </AuthLayout>
  )
}

/** The form's data, loaded in parallel with the message above it. */
function useRegistration() {
  const { orgEmailDomain, passwordSignIn } = usePublicConfig()
  const enabled = useQuery(settingQuery('registration_enabled'))
  const query = combineQueries({
    campuses: useQuery(read(listCampuses)),
    departments: useQuery(read(listDepartments)),
    whitelist: useQuery(settingQuery('domain_whitelist')),
    enabled,
  })
  const rejection =
    passwordSignIn === false ? noPasswords : enabled.data?.value === 'false' ? registrationDisabled : null
  return { query, rejection, orgEmailDomain }
}

interface RegistrationProps extends ReturnType<typeof useRegistration> {
  onRegistered: (email: string) => void
}

function Registration({ query, rejection, orgEmailDomain, onRegistered }: RegistrationProps) {
  if (rejection !== null) return <Banner severity="warning">{rejection}</Banner>
  return (
    <Loaded query={query} {...loading}>
      {({ campuses, departments: { departments }, whitelist }) => (
        <RegisterForm
          campuses={campuses}
          departments={departments}
          domains={allowedDomains(whitelist.value, orgEmailDomain)}
          onRegistered={onRegistered}
        />
      )}
    </Loaded>
  )
}

const loading = {
  label: 'Loading the form',
  skeleton: <FormSkeleton />,
  skeletonClass: 'flex flex-col gap-5',
}

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

// Refetched on every visit: administrators who change these settings rely on that.
const settingQuery = (key: 'domain_whitelist' | 'registration_enabled' | 'registration_message') => ({
  ...read(getSetting, { params: { key } }),
  staleTime: 0,
})

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
