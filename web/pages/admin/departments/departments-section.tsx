import { Link } from '@tanstack/react-router'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { compareNames } from '#domain/compare-names.ts'
import { AdminList } from '#web/kit/admin-list.tsx'
import { useLocalList } from '#web/kit/list-state.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { useDialogState } from '#web/lib/state.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DeleteDepartmentDialog } from './delete-department-dialog.tsx'
import { DepartmentDialog } from './department-dialog.tsx'
import { usersLabel } from './department-words.ts'
import { type Department, useDepartments } from './use-departments.ts'

export function DepartmentsSection() {
  const { search, open, close } = useSearchParams()
  const departments = useDepartments()
  const all = departments.data ?? []
  const list = useLocalList(departments, {
    textOf: ({ name }) => name,
    orders: {
      name: (a, b) => compareNames(a.name, b.name),
      users: (a, b) => (a.userCount ?? 0) - (b.userCount ?? 0),
    },
  })
  const [doomed, setDoomed] = useState<string>()
  const named = (name: unknown) => all.find(department => department.name === name)
  const added = useDialogState((departments.data && search.add === 'department') || undefined)
  const renamed = useDialogState(departments.data && search.edit ? String(search.edit) : undefined)
  const acts = {
    edit: ({ name }: Department) => open({ edit: name }),
    remove: ({ name }: Department) => setDoomed(name),
  }
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => open({ add: 'department' })}>
      Add Department
    </Button>
  )

  return (
    <>
      <AdminList
        title="Departments"
        noun={['department', 'departments']}
        list={list}
        searchLabel="Search departments"
        actions={add}
        columns={[
          {
            key: 'name',
            header: 'Name',
            sortable: true,
            cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
          },
          {
            key: 'users',
            header: 'Users',
            sortable: true,
            cell: department => <Users department={department} />,
          },
          {
            key: 'actions',
            header: <span className="sr-only">Actions</span>,
            align: 'right',
            cell: department => <Actions department={department} {...acts} />,
            className: '!py-0 whitespace-nowrap',
          },
        ]}
        rowHeader="name"
        nameOf={({ name }) => name}
        card={department => (
          <Card className="flex items-center gap-1 py-2 pr-2 pl-4">
            <span className="wrap-anywhere min-w-0 flex-1">
              <span className="block font-semibold">{department.name}</span>
              <Users department={department} />
            </span>
            <Actions department={department} {...acts} />
          </Card>
        )}
        empty={{
          title: 'No departments yet',
          text: 'Whoever registers chooses one of them.',
          action: add,
        }}
      />
      {added.value && (
        <DepartmentDialog
          key={added.key}
          department={undefined}
          names={all.map(({ name }) => name)}
          open={added.open}
          onClose={() => close('add')}
        />
      )}
      {renamed.value && (
        <DepartmentDialog
          key={`rename ${renamed.key}`}
          // When somebody else renames it meanwhile, what is typed here stays, and saving tells.
          department={named(renamed.value) ?? { id: 0, name: renamed.value, userCount: undefined }}
          names={all.map(({ name }) => name)}
          open={renamed.open}
          onClose={() => close('edit')}
        />
      )}
      <DeleteDepartmentDialog department={named(doomed)} onClose={() => setDoomed(undefined)} />
    </>
  )
}

function Users({ department: { name, userCount } }: { department: Department }) {
  if (userCount === undefined) return <Skeleton className="h-4 w-16" />
  if (userCount === 0) return <span className="text-muted text-sm">No users</span>
  return (
    <Link
      to="/admin"
      search={{ section: 'users', q: name }}
      className="text-sm text-terracotta-ink tabular-nums underline underline-offset-4"
    >
      {usersLabel(userCount)}
      <span className="sr-only"> of {name}</span>
    </Link>
  )
}

interface ActionsProps {
  department: Department
  edit: (department: Department) => void
  remove: (department: Department) => void
}

function Actions({ department, edit, remove }: ActionsProps) {
  return (
    <span className="whitespace-nowrap">
      <IconButton label={`Rename ${department.name}`} onClick={() => edit(department)}>
        <Pencil />
      </IconButton>
      <IconButton label={`Delete ${department.name}`} onClick={() => remove(department)}>
        <Trash2 />
      </IconButton>
    </span>
  )
}
