import { useQueries } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { listCampuses } from '#features/campuses/contract.ts'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { listDepartments } from '#features/departments/contract.ts'
import { getSetting } from '#features/settings/contract.ts'
import { allowedDomains } from '#kit/rules/addresses/email-domains.ts'
import { roleBadge } from '#kit/rules/roles.ts'
import { distinctPeople } from '#kit/rules/texts/distinct-people.ts'
import { fullName, initials } from '#kit/rules/texts/person-names.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { FilterSelect } from '#kit/web/list/filter-select.tsx'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useList } from '#kit/web/list/list-state.ts'
import { idParams } from '#kit/web/list/row-actions.tsx'
import { LoadedDialog } from '#kit/web/overlays/loaded-dialog.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { Account } from '../../people-contract.ts'
import { accountFields, mayChange, mayDelete } from '../../ranks.ts'
import { deleteUser, listUsers, userSortKeys } from '../../users-contract.ts'
import { useSignedIn } from '../viewer.ts'
import { UserDialog, userTopics } from './user-dialog.tsx'

const places = [
  read(listCampuses),
  read(listDepartments),
  read(getSetting, { params: { key: 'domain_whitelist' } }),
] as const

export function UsersSection() {
  const viewer = useSignedIn()
  const campusName = useCampusName()
  const { orgEmailDomain } = usePublicConfig()
  // Requested before the dialog is opened.
  useQueries({ queries: places })
  const list = useList(listUsers, {
    sortKeys: userSortKeys,
    sort: { key: 'name', descending: false },
    filters: ['verified'],
  })
  const deletion = useWrite(deleteUser, {
    touches: userTopics,
    done: 'User deleted',
    failed: 'Failed to delete user',
  })
  const nameOf = distinctPeople(list.loadedRows)
  return (
    <ListSection
      title="Users"
      noun={['user', 'users']}
      list={list}
      filters={
        <FilterSelect
          name="verified"
          label="Verification"
          all="Verified or not"
          options={[
            ['false', 'Unverified only'],
            ['true', 'Verified only'],
          ]}
        />
      }
      nameOf={fullName}
      distinctNameOf={nameOf}
      columns={[
        {
          key: 'name',
          header: 'Name',
          sortable: true,
          cell: (user, name) => <Person user={user}>{name}</Person>,
        },
        {
          key: 'email',
          header: 'Email',
          sortable: true,
          cell: ({ email }) => <Email address={email} />,
          wideOnly: true,
        },
        {
          key: 'campusCode',
          header: 'Campus',
          sortable: true,
          cell: ({ campusCode, department }) => (
            <span className="wrap-anywhere">
              {campusName(campusCode)}
              <span className="block text-muted text-sm max-lg:hidden xl:hidden">{department}</span>
            </span>
          ),
          card: 'beside',
          className: 'max-lg:text-muted',
        },
        {
          key: 'department',
          header: 'Department',
          sortable: true,
          cell: ({ department }) => <span className="wrap-anywhere">{department}</span>,
          wideOnly: true,
          card: 'dotted',
          className: 'max-lg:text-muted',
        },
        { key: 'role', header: 'Role', sortable: true, cell: user => <Badges user={user} /> },
      ]}
      add={{ label: 'Add User', icon: <UserPlus /> }}
      edit={{ disabled: user => !accountFields.some(field => mayChange(viewer, user, field)) }}
      dialog={(user, props) => (
        <LoadedDialog queries={[...places]} title={user ? 'Edit User' : 'Add User'} {...props}>
          {(campuses, { departments }, whitelist) => (
            <UserDialog
              user={user}
              places={{ campuses, departments, domains: allowedDomains(whitelist.value, orgEmailDomain) }}
              {...props}
            />
          )}
        </LoadedDialog>
      )}
      remove={{
        label: user =>
          user.isPrimaryAdmin ? 'Cannot delete the primary admin account' : `Delete ${nameOf(user)}`,
        disabled: user => !mayDelete(viewer, user),
        question: user => ({
          text: (
            <>
              <span className="wrap-anywhere font-semibold text-ink">{user.email}</span>
              <p className="mt-2">
                {user.id === viewer.id && 'This is your own account. '}
                This also deletes the account’s ratings, favorites and image, and can’t be undone.
              </p>
            </>
          ),
        }),
        run: user => deletion.mutateAsync(idParams(user)),
      }}
      empty={{ title: 'No users yet' }}
    />
  )
}

/** In one line: a part of an address reads like another one. */
function Email({ address }: { address: string }) {
  return (
    <span title={address} className="block max-w-72 truncate">
      {address}
    </span>
  )
}

function Person({ user, children }: { user: Account; children: React.ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar src={user.profileImageUrl} fallback={initials(user)} tint={user.id} size="small" />
      {children}
    </span>
  )
}

/** What differs from an ordinary, active account. */
function Badges({ user }: { user: Account }) {
  const role = roleBadge(user.role)
  return (
    <span className="flex flex-wrap gap-1.5">
      {user.isPrimaryAdmin && <Badge tone="olive">Primary admin</Badge>}
      {role ? <Badge tone="terracotta">{role}</Badge> : <span className="table-only text-muted">User</span>}
      {!user.isVerified && <Badge tone="saffron">Not verified</Badge>}
      {!user.canLogin && <Badge tone="brick">Can’t log in</Badge>}
    </span>
  )
}
