import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { listCampuses } from '#contract/campuses.ts'
import { listDepartments } from '#contract/departments.ts'
import type { User } from '#contract/people.ts'
import { getSetting } from '#contract/settings.ts'
import { listUsers, userSortKeys } from '#contract/users.ts'
import { allowedDomains } from '#domain/email-domains.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { fullName } from '#web/features/account/names.ts'
import { AdminList } from '#web/kit/admin-list.tsx'
import { useCampusName } from '#web/kit/campus-name.ts'
import { useList } from '#web/kit/list-state.ts'
import { parseId, useSearchParams } from '#web/lib/search-params.ts'
import { useDialogState, useSticky } from '#web/lib/state.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { UserDialog } from './user-dialog.tsx'
import type { Places } from './user-form.ts'
import { UserCard, userColumns } from './user-rows.tsx'

export function UsersSection() {
  const viewer = useSignedIn()
  const { open } = useSearchParams()
  const campusName = useCampusName()
  const [doomed, setDoomed] = useState<User>()
  const list = useList(listUsers, { sortKeys: userSortKeys, sort: { key: 'name', descending: false } })
  const look = {
    viewer,
    campusName,
    onEdit: ({ id }: User) => open({ edit: id }),
    onDelete: setDoomed,
  }
  return (
    <>
      <AdminList
        title="Users"
        noun={['user', 'users']}
        list={list}
        searchLabel="Search users"
        actions={
          <Button variant="primary" icon={<UserPlus />} onClick={() => open({ add: 'user' })}>
            Add User
          </Button>
        }
        columns={userColumns(look)}
        rowHeader="name"
        nameOf={fullName}
        card={user => <UserCard user={user} {...look} />}
        empty={{ title: 'No users yet' }}
      />
      <UserDialogs viewer={viewer} rows={list.rows ?? []} />
      <DeleteUserDialog viewer={viewer} user={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

function UserDialogs({ viewer, rows }: { viewer: User; rows: readonly User[] }) {
  const { search, close } = useSearchParams()
  const places = usePlaces()
  const added = useDialogState(search.add === 'user' || undefined)
  const edited = useDialogState(parseId(search.edit))
  const user = useSticky(rows.find(({ id }) => id === edited.value))
  if (!places) return null
  return (
    <>
      {added.value && (
        <UserDialog
          key={`add ${added.key}`}
          viewer={viewer}
          user={undefined}
          places={places}
          open={added.open}
          onClose={() => close('add')}
        />
      )}
      {user && user.id === edited.value && (
        <UserDialog
          key={`edit ${edited.key}`}
          viewer={viewer}
          user={user}
          places={places}
          open={edited.open}
          onClose={() => close('edit')}
        />
      )}
    </>
  )
}

function usePlaces(): Places | undefined {
  const { orgEmailDomain } = usePublicConfig()
  const campuses = useQuery(read(listCampuses)).data
  const departments = useQuery(read(listDepartments)).data?.departments
  const whitelist = useQuery(read(getSetting, { params: { key: 'domain_whitelist' } })).data
  if (!campuses || !departments || !whitelist) return undefined
  return { campuses, departments, domains: allowedDomains(whitelist.value, orgEmailDomain) }
}
