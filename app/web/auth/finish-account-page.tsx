import { useQueryClient } from '@tanstack/react-query'
import { createSignOnAccount, getSignOnAccount, SignOnAccount } from '#features/accounts/oidc-contract.ts'
import { PlaceFields } from '#features/accounts/web/account-fields.tsx'
import { sessionBegan } from '#features/accounts/web/viewer.ts'
import { type Campus, listCampuses } from '#features/campuses/contract.ts'
import { listDepartments } from '#features/departments/contract.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Form } from '#kit/web/forms/form.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { AuthLayout, AuthNote, authLinkClass } from './auth-layout.tsx'

/** Asks for what the sign-on provider doesn't know about a user who signs in through it for the first time. */
export function FinishAccountPage() {
  return (
    <Loaded
      queries={[
        { ...read(getSignOnAccount), staleTime: Number.POSITIVE_INFINITY },
        read(listCampuses),
        read(listDepartments),
      ]}
      label="Loading the form"
      skeletonClass="flex flex-col gap-5"
      skeleton={
        <>
          <Skeleton shape="field" className="h-11" />
          <Skeleton shape="field" className="h-11" />
          <Skeleton shape="pill" className="h-13" />
        </>
      }
      frame={content => <AuthLayout title="Welcome">{content}</AuthLayout>}
      failed={({ status, message }) =>
        status === 410 && (
          <AuthLayout title="Please sign in again">
            <SignInAgain message={message} />
          </AuthLayout>
        )
      }
    >
      {({ firstName, email }, campuses, { departments }) => (
        <AuthLayout
          title={sentence`Welcome, ${firstName}`}
          lead={
            <>
              Almost there. Which campus and department should{' '}
              <strong className="break-words text-ink">{email}</strong> belong to? You can change both later.
            </>
          }
        >
          <FinishAccountForm campuses={campuses} departments={departments} />
          <AuthNote>
            Not you?{' '}
            <Link to="/login" className={authLinkClass}>
              Sign in as someone else
            </Link>
          </AuthNote>
        </AuthLayout>
      )}
    </Loaded>
  )
}

function FinishAccountForm({ campuses, departments }: { campuses: Campus[]; departments: string[] }) {
  const queryClient = useQueryClient()
  const form = useForm({
    draft: 'finish account',
    schema: SignOnAccount,
    values: { campusCode: '', department: '' },
  })
  const make = useWrite(createSignOnAccount, {
    touches: [],
    onSuccess: user => sessionBegan(queryClient, user),
  })
  if (make.error?.status === 410) return <SignInAgain message={make.error.message} />
  return (
    <Form form={form} onSubmit={body => make.mutateAsync({ body })} className="flex flex-col gap-5">
      <PlaceFields form={form} campuses={campuses} departments={departments} />
      {form.failure && (
        <Banner severity="danger" onDismiss={form.dismissFailure}>
          {form.failure.message}
        </Banner>
      )}
      <Button type="submit" variant="primary" size="large" busy={form.isBusy} busyText="Creating account...">
        Create account
      </Button>
    </Form>
  )
}

function SignInAgain({ message }: { message: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Banner severity="warning">{message}</Banner>
      <Link to="/login" className={buttonClass({ variant: 'primary', size: 'large' })}>
        Back to sign-in
      </Link>
    </div>
  )
}
