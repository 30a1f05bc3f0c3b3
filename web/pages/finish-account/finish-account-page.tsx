import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type Campus, listCampuses } from '#contract/campuses.ts'
import { listDepartments } from '#contract/departments.ts'
import { getSignOnAccount, makeSignOnAccount, SignOnAccount } from '#contract/oidc.ts'
import { putFieldErrors } from '#web/api/field-errors.ts'
import { read, useWrite } from '#web/api/queries.ts'
import { sessionBegan } from '#web/api/viewer.ts'
import { Entrance, EntranceNote, entranceLink } from '#web/kit/entrance.tsx'
import { Link } from '#web/lib/router/link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What the issuer doesn't know about somebody who signs in over it for the first time. */
export function FinishAccountPage() {
  const newcomer = useQuery({ ...read(getSignOnAccount), staleTime: Number.POSITIVE_INFINITY })
  const campuses = useQuery(read(listCampuses))
  const departments = useQuery(read(listDepartments))
  const all = [newcomer, campuses, departments]

  if (newcomer.error?.status === 410) return <TooLate message={newcomer.error.message} />
  if (newcomer.data && campuses.data && departments.data) {
    const { firstName, email } = newcomer.data
    return (
      <Entrance
        title={`Welcome, ${firstName}`}
        lead={
          <>
            Almost there. Which campus and department should{' '}
            <strong className="break-words text-ink">{email}</strong> belong to? You can change both later.
          </>
        }
      >
        <FinishAccountForm campuses={campuses.data} departments={departments.data.departments} />
        <EntranceNote>
          Not you?{' '}
          <Link to="/login" className={entranceLink}>
            Sign in as somebody else
          </Link>
        </EntranceNote>
      </Entrance>
    )
  }
  const failed = all.find(query => query.error && !query.data)
  return (
    <Entrance title="Welcome">
      {failed?.error ? (
        <ErrorState
          message={failed.error.message}
          retrying={all.some(query => query.isFetching)}
          onRetry={() => {
            for (const query of all) if (!query.data) void query.refetch()
          }}
        />
      ) : (
        <div role="status" className="flex flex-col gap-5">
          <span className="sr-only">Loading the form</span>
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-13 !rounded-full" />
        </div>
      )}
    </Entrance>
  )
}

function FinishAccountForm({ campuses, departments }: { campuses: Campus[]; departments: string[] }) {
  const queryClient = useQueryClient()
  const make = useWrite(makeSignOnAccount, {
    stale: [],
    onSuccess: user => sessionBegan(queryClient, user),
  })
  const form = useForm({
    resolver: zodResolver(SignOnAccount),
    defaultValues: { campusCode: '', department: '' },
  })
  const { errors } = form.formState
  const submit = form.handleSubmit(body =>
    make.mutate({ body }, { onError: refusal => putFieldErrors(refusal, form) }),
  )
  if (make.error?.status === 410) return <SignInAgain message={make.error.message} />
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Campus" required error={errors.campusCode?.message}>
        <Select
          {...form.register('campusCode')}
          empty="Choose…"
          options={campuses.map(({ code, name }) => [code, name])}
        />
      </Field>
      <Field label="Department" required error={errors.department?.message}>
        <Select {...form.register('department')} empty="Choose…" options={departments} />
      </Field>
      {make.error && Object.keys(errors).length === 0 && (
        <Banner severity="danger" onDismiss={make.reset}>
          {make.error.message}
        </Banner>
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={make.isPending}
        busyText="Creating account..."
      >
        Create account
      </Button>
    </form>
  )
}

function TooLate({ message }: { message: string }) {
  return (
    <Entrance title="Please sign in again">
      <SignInAgain message={message} />
    </Entrance>
  )
}

function SignInAgain({ message }: { message: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Banner severity="warning">{message}</Banner>
      <Link to="/login" className={buttonClass({ variant: 'primary', size: 'large' })}>
        Return to Login
      </Link>
    </div>
  )
}
