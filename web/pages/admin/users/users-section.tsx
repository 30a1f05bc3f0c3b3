import type { User } from '#contract/people.ts'
import { listUsers, userSortKeys } from '#contract/users.ts'
import { roleBadge } from '#domain/roles.ts'
import { fullName, initials } from '#web/features/account/names.ts'
import { useCampusName } from '#web/pages/restaurant/restaurant-dialogs.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/table.tsx'
import { AdminList } from '../shared/admin-list.tsx'
import { useList } from '../shared/use-list.ts'

export function UsersSection() {
  const campusName = useCampusName()
  const list = useList(listUsers, { sortKeys: userSortKeys, sort: { key: 'name', descending: false } })

  const columns: Column<User>[] = [
    { key: 'name', header: 'Name', sortable: true, cell: user => <Named user={user} /> },
    { key: 'email', header: 'Email', sortable: true, cell: user => user.email },
    { key: 'campusCode', header: 'Campus', sortable: true, cell: user => campusName(user.campusCode) },
    { key: 'department', header: 'Department', sortable: true, cell: user => user.department },
    { key: 'role', header: 'Role', sortable: true, cell: user => <Standing user={user} /> },
  ]
  return (
    <AdminList
      title="Users"
      noun={['user', 'users']}
      list={list}
      searchLabel="Search users"
      columns={columns}
      rowHeader="name"
      nameOf={fullName}
      card={user => (
        <Card className="flex flex-col gap-2 p-4">
          <Named user={user} />
          <p className="break-all text-sm">{user.email}</p>
          <p className="text-muted text-sm">
            {campusName(user.campusCode)} · {user.department}
          </p>
          <Standing user={user} />
        </Card>
      )}
      empty={{ title: 'No users yet' }}
    />
  )
}

function Named({ user }: { user: User }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar src={user.profileImageUrl} fallback={initials(user)} size="small" />
      <span className="min-w-0 break-words font-semibold">{fullName(user)}</span>
    </span>
  )
}

/** What sets an account apart from an ordinary one that works. */
function Standing({ user }: { user: User }) {
  const role = roleBadge(user.role)
  return (
    <span className="flex flex-wrap gap-1.5">
      {user.isPrimaryAdmin && <Badge tone="olive">Primary admin</Badge>}
      {role && <Badge tone="terracotta">{role}</Badge>}
      {!user.isVerified && <Badge tone="saffron">Not verified</Badge>}
      {!user.canLogin && <Badge tone="brick">Login disabled</Badge>}
    </span>
  )
}
