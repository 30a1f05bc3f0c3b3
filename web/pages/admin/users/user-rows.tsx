import { Pencil, Trash2 } from 'lucide-react'
import type { User } from '#contract/people.ts'
import { accountFields, mayChange, mayDelete } from '#domain/ranks.ts'
import { roleBadge } from '#domain/roles.ts'
import { fullName, initials } from '#web/features/account/names.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/table.tsx'

interface Look {
  viewer: User
  campusName: (code: string) => string
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

export function userColumns(look: Look): Column<User>[] {
  return [
    { key: 'name', header: 'Name', sortable: true, cell: user => <Named user={user} {...look} /> },
    { key: 'email', header: 'Email', sortable: true, cell: user => user.email, className: 'max-lg:hidden' },
    { key: 'campusCode', header: 'Campus', sortable: true, cell: user => look.campusName(user.campusCode) },
    {
      key: 'department',
      header: 'Department',
      sortable: true,
      cell: user => user.department,
      className: 'max-lg:hidden',
    },
    { key: 'role', header: 'Role', sortable: true, cell: user => <Badges user={user} /> },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'right',
      cell: user => <Actions user={user} {...look} />,
      className: '!py-0 !pl-0 whitespace-nowrap',
    },
  ]
}

/** A row on phones. */
export function UserCard({ user, ...look }: Look & { user: User }) {
  return (
    <Card className="flex items-start gap-1 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1 pt-1.5">
        <Named user={user} {...look} />
        <p className="mt-2 break-all text-sm">{user.email}</p>
        <p className="text-muted text-sm">
          {look.campusName(user.campusCode)} · {user.department}
        </p>
        <Badges user={user} />
      </div>
      <Actions user={user} {...look} />
    </Card>
  )
}

function Named({ user, viewer, onEdit }: Look & { user: User }) {
  const name = fullName(user)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar src={user.profileImageUrl} fallback={initials(user)} size="small" />
      {mayEdit(viewer, user) ? (
        <button
          type="button"
          onClick={() => onEdit(user)}
          className="wrap-anywhere min-w-0 text-left font-semibold underline-offset-4 hover:text-terracotta-ink hover:underline"
        >
          {name}
        </button>
      ) : (
        <span className="wrap-anywhere min-w-0 font-semibold">{name}</span>
      )}
    </span>
  )
}

/** What sets an account apart from an ordinary one that works. */
function Badges({ user }: { user: User }) {
  const role = roleBadge(user.role)
  return (
    <span className="flex flex-wrap gap-1.5 empty:hidden max-md:mt-2">
      {user.isPrimaryAdmin && <Badge tone="olive">Primary admin</Badge>}
      {role ? (
        <Badge tone="terracotta">{role}</Badge>
      ) : (
        <span className="text-muted max-md:hidden">User</span>
      )}
      {!user.isVerified && <Badge tone="saffron">Not verified</Badge>}
      {!user.canLogin && <Badge tone="brick">Can’t log in</Badge>}
    </span>
  )
}

function Actions({ user, viewer, onEdit, onDelete }: Look & { user: User }) {
  return (
    <span className="shrink-0">
      <IconButton
        label={`Edit ${fullName(user)}`}
        disabled={!mayEdit(viewer, user)}
        onClick={() => onEdit(user)}
      >
        <Pencil />
      </IconButton>
      <IconButton
        label={user.isPrimaryAdmin ? 'Cannot delete the primary admin account' : `Delete ${fullName(user)}`}
        disabled={!mayDelete(viewer, user)}
        onClick={() => onDelete(user)}
      >
        <Trash2 />
      </IconButton>
    </span>
  )
}

const mayEdit = (viewer: User, user: User) => accountFields.some(field => mayChange(viewer, user, field))
