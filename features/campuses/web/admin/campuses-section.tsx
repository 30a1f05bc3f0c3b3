import { useQuery } from '@tanstack/react-query'
import { chatNames } from '#features/chat/contract.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Counted, CountLink, None, TwoLines } from '#kit/web/list/cells.tsx'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useLocalList } from '#kit/web/list/list-state.ts'
import { idParams } from '#kit/web/list/row-actions.tsx'
import { LoadedDialog } from '#kit/web/overlays/loaded-dialog.tsx'
import { type AdminCampus, deleteCampus, listAdminCampuses } from '../../contract.ts'
import { CampusDialog, campusTopics } from './campus-dialog.tsx'
import { whyNotDeletable } from './campus-form.ts'

export function CampusesSection() {
  const campuses = useQuery(read(listAdminCampuses))
  const list = useLocalList(campuses, {
    textOf: ({ code, name, address }) => `${name} ${code} ${address}`,
    orders: {
      name: (a, b) => compareNames(a.name, b.name),
      restaurants: (a, b) => a.restaurantCount - b.restaurantCount,
      users: (a, b) => a.userCount - b.userCount,
    },
  })
  const deletion = useWrite(deleteCampus, {
    touches: campusTopics,
    done: 'Campus deleted',
    failed: 'Failed to delete campus',
  })
  return (
    <ListSection
      title="Campuses"
      noun={['campus', 'campuses']}
      list={list}
      nameOf={({ name }) => name}
      columns={[
        {
          key: 'name',
          header: 'Name',
          sortable: true,
          cell: ({ code }, name) => <TwoLines first={name} second={code} />,
        },
        {
          key: 'place',
          header: 'Place',
          cell: ({ address, latitude, longitude }) => (
            <TwoLines first={address} second={`${latitude.toFixed(4)}, ${longitude.toFixed(4)}`} />
          ),
          className: 'text-sm tabular-nums',
        },
        {
          key: 'restaurants',
          header: 'Restaurants',
          sortable: true,
          align: 'right',
          cell: ({ code, name, restaurantCount }) => (
            <CountLink count={restaurantCount} search={{ section: 'restaurants', campusCode: code }}>
              <Counted count={restaurantCount} noun="restaurant" />
              {restaurantCount > 0 && <span className="sr-only"> near {name}</span>}
            </CountLink>
          ),
          card: 'beside',
        },
        {
          key: 'chat',
          header: 'Chat',
          cell: ({ webhook }) => (webhook ? chatNames[webhook.kind] : <None says="None" />),
          card: 'dotted',
        },
        {
          key: 'users',
          header: 'Users',
          sortable: true,
          align: 'right',
          cell: ({ userCount }) => <Counted count={userCount} noun="user" />,
          card: 'dotted',
        },
      ]}
      add={{ label: 'Add Campus' }}
      dialog={(campus, props) => (
        <LoadedDialog queries={[read(listAdminCampuses)]} title="Campus" {...props}>
          {all => <CampusDialog campus={campus} campuses={all} {...props} />}
        </LoadedDialog>
      )}
      remove={{ question, run: campus => deletion.mutateAsync(idParams(campus)) }}
      empty={{ title: 'No campuses yet', text: 'Every restaurant and every user belongs to one.' }}
    />
  )
}

function question(campus: AdminCampus) {
  const { code, name, restaurantCount } = campus
  const reason = whyNotDeletable(campus)
  if (!reason)
    return {
      text: 'It has neither restaurants nor users. It disappears from every list and form; this can’t be undone.',
    }
  return {
    title: 'This campus can’t be deleted',
    text: reason,
    confirmLabel: restaurantCount > 0 ? 'Show its restaurants' : 'Show its users',
    instead:
      restaurantCount > 0 ? { section: 'restaurants', campusCode: code } : { section: 'users', q: name },
  }
}
