import { useQuery } from '@tanstack/react-query'
import { chatNames } from '#features/chat/contract.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useLocalList } from '#kit/web/list/list-state.ts'
import { CountLink, idParams } from '#kit/web/list/row-actions.tsx'
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
  const question = (campus: AdminCampus) => {
    const { code, name, restaurantCount } = campus
    const reason = whyNotDeletable(campus)
    if (!reason) {
      return {
        title: sentence`Delete ${name}?`,
        text: 'It has neither restaurants nor users. It disappears from every list and form; this can’t be undone.',
        confirmLabel: 'Delete campus',
      }
    }
    return {
      title: 'This campus can’t be deleted',
      text: reason,
      confirmLabel: restaurantCount > 0 ? 'Show its restaurants' : 'Show its users',
      instead:
        restaurantCount > 0 ? { section: 'restaurants', campusCode: code } : { section: 'users', q: name },
    }
  }
  return (
    <ListSection
      title="Campuses"
      noun={['campus', 'campuses']}
      list={list}
      searchLabel="Search campuses"
      rowHeader="name"
      nameOf={({ name }) => name}
      columns={[
        {
          key: 'name',
          header: 'Name',
          sortable: true,
          cell: ({ code }, name) => <Name code={code}>{name}</Name>,
        },
        {
          key: 'place',
          header: 'Place',
          cell: campus => <Place campus={campus} />,
        },
        {
          key: 'restaurants',
          header: 'Restaurants',
          sortable: true,
          align: 'right',
          cell: campus => <Restaurants campus={campus} />,
        },
        {
          key: 'chat',
          header: 'Chat',
          cell: ({ webhook }) => (webhook ? chatNames[webhook.kind] : '–'),
        },
        {
          key: 'users',
          header: 'Users',
          sortable: true,
          align: 'right',
          cell: ({ userCount }) => userCount.toLocaleString('en-US'),
        },
      ]}
      card={(campus, name) => (
        <>
          <Name code={campus.code}>{name}</Name>
          <div className="mt-1">
            <Place campus={campus} />
          </div>
          <p className="mt-1 text-sm">
            <Restaurants campus={campus} /> {campus.restaurantCount === 1 ? 'restaurant' : 'restaurants'} ·{' '}
            {counted(campus.userCount, 'user')}
            {campus.webhook && ` · ${chatNames[campus.webhook.kind]}`}
          </p>
        </>
      )}
      add={{ label: 'Add Campus' }}
      dialog={(campus, props) => (
        <LoadedDialog queries={[read(listAdminCampuses)]} title="Campus" {...props}>
          {all => <CampusDialog campus={campus} campuses={all} {...props} />}
        </LoadedDialog>
      )}
      remove={{
        question,
        run: campus => deletion.mutateAsync(idParams(campus)),
      }}
      empty={{ title: 'No campuses yet', text: 'Every restaurant and every user belongs to one.' }}
    />
  )
}

function Name({ code, children }: { code: string; children: React.ReactNode }) {
  return (
    <>
      {children}
      <span className="wrap-anywhere block font-normal text-muted text-sm">{code}</span>
    </>
  )
}

function Place({ campus: { address, latitude, longitude } }: { campus: AdminCampus }) {
  return (
    <>
      <span className="wrap-anywhere block text-sm leading-snug">{address}</span>
      <span className="block text-muted text-sm tabular-nums">
        {latitude.toFixed(4)}, {longitude.toFixed(4)}
      </span>
    </>
  )
}

function Restaurants({ campus: { code, name, restaurantCount } }: { campus: AdminCampus }) {
  return (
    <CountLink count={restaurantCount} search={{ section: 'restaurants', campusCode: code }}>
      {restaurantCount.toLocaleString('en-US')}
      {restaurantCount > 0 && <span className="sr-only"> near {name}</span>}
    </CountLink>
  )
}
