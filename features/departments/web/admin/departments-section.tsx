import { useQuery } from '@tanstack/react-query'
import { counted } from '#kit/rules/texts/counted.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { read } from '#kit/web/api/queries.ts'
import { CountLink } from '#kit/web/list/cells.tsx'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useLocalList } from '#kit/web/list/list-state.ts'
import { LoadedDialog } from '#kit/web/overlays/loaded-dialog.tsx'
import { type AdminDepartment, listAdminDepartments } from '../../contract.ts'
import { DepartmentDialog } from './department-dialog.tsx'
import { useChangeDepartments } from './use-change-departments.ts'

export function DepartmentsSection() {
  const departments = useQuery(read(listAdminDepartments))
  const list = useLocalList(departments, {
    textOf: ({ name }) => name,
    orders: {
      name: (a, b) => compareNames(a.name, b.name),
      users: (a, b) => a.userCount - b.userCount,
    },
  })
  const deletion = useChangeDepartments('Department deleted')
  const remove = ({ name }: AdminDepartment) =>
    deletion.mutateAsync(names => ({ departments: names.filter(other => other !== name) }))
  return (
    <ListSection
      title="Departments"
      noun={['department', 'departments']}
      list={list}
      nameOf={({ name }) => name}
      columns={[
        {
          key: 'name',
          header: 'Name',
          sortable: true,
          cell: ({ name }) => <span className="wrap-anywhere font-semibold">{name}</span>,
        },
        {
          key: 'users',
          header: 'Users',
          sortable: true,
          cell: department => <Users department={department} />,
          className: 'text-sm',
        },
      ]}
      add={{ label: 'Add Department' }}
      edit={{ label: ({ name }) => sentence`Rename ${name}`, idInAddress: ({ name }) => name }}
      dialog={(department, props) => (
        <LoadedDialog queries={[read(listAdminDepartments)]} title="Department" {...props}>
          {all => <DepartmentDialog department={department} names={all.map(({ name }) => name)} {...props} />}
        </LoadedDialog>
      )}
      remove={{ question, run: remove }}
      empty={{ title: 'No departments yet', text: 'New people choose one of them when they register.' }}
    />
  )
}

function question({ name, userCount }: AdminDepartment) {
  if (userCount === 0)
    return {
      text: 'No one belongs to this department. It disappears from the registration and from every form.',
    }
  return {
    title: 'This department can’t be deleted',
    // Same wording as the server's error.
    text: sentence`Department "${name}" has ${userCount} ${userCount === 1 ? 'user' : 'users'}. Reassign users first.`,
    confirmLabel: 'Show its users',
    instead: { section: 'users', q: name },
  }
}

function Users({ department: { name, userCount } }: { department: AdminDepartment }) {
  if (userCount === 0) return <span className="text-muted">No users</span>
  return (
    <CountLink count={userCount} search={{ section: 'users', q: name }}>
      {counted(userCount, 'user')}
      <span className="sr-only"> of {name}</span>
    </CountLink>
  )
}
