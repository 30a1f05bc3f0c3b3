import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getUser } from '#features/accounts/users-contract.ts'
import { UserPicker } from '#features/accounts/web/user-picker.tsx'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { read } from '#kit/web/api/queries.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { PageSpinner } from '#kit/web/loading/spinner.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { AccessDenied } from '#kit/web/section/access-denied.tsx'
import type { Choice } from '#kit/web/ui/inputs/combobox.tsx'
import { RatingSheet } from './rating-sheet.tsx'

/** Super-users enter many ratings at a time on behalf of another user. */
export function FullDataAssistPage() {
  const viewer = useSignedIn()
  if (!viewer.isSuperUser)
    return <AccessDenied>You need Super User privileges to access this page.</AccessDenied>
  return <Assist />
}

function Assist() {
  const { user: userId } = useParams({ user: param.id })
  // All users chosen so far: if unsaved stars block switching users, the previous one's name is still needed.
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const user = useNamed(userId, chosen)
  return (
    <div className="flex flex-1 flex-col gap-6">
      <div>
        <h1>Full Data Assist</h1>
        <p className="mt-1 text-muted">Enter ratings on behalf of someone else.</p>
      </div>
      <Field label="User" className="max-w-md">
        <UserPicker
          placeholder="Name or email"
          chosen={userId === undefined ? '' : (user.name ?? '…')}
          onChoose={choice => {
            if (choice) setChosen([...chosen, choice])
            urlParams.replace({ user: choice?.id })
          }}
        />
      </Field>
      {userId === undefined ? (
        <EmptyState title="Please select a user first.">
          Then all restaurants appear here, with the ratings that this user has given.
        </EmptyState>
      ) : user.name !== undefined ? (
        <RatingSheet key={userId} user={{ id: userId, name: user.name }} />
      ) : user.error ? (
        <ErrorState message={user.error} onRetry={user.retry} />
      ) : (
        <PageSpinner label="Loading the user" />
      )}
    </div>
  )
}

/** A user's name: from the choices made here, or from the server if only the URL names the user. */
function useNamed(userId: number | undefined, chosen: readonly Choice[]) {
  const known = chosen.find(({ id }) => id === userId)
  const { data, error, refetch } = useQuery({
    ...read(getUser, { params: { id: String(userId) } }),
    enabled: userId !== undefined && !known,
  })
  return {
    name: known?.label ?? (data && fullName(data)),
    error: error?.message,
    retry: () => void refetch(),
  }
}
