import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listAdminCampuses } from '#contract/campuses.ts'
import { compareNames } from '#domain/compare-names.ts'
import { read } from '#web/api/queries.ts'
import { AdminList } from '#web/kit/admin-list.tsx'
import { useLocalList } from '#web/kit/list-state.ts'
import { parseId, useSearchParams } from '#web/lib/search-params.ts'
import { useDialogState } from '#web/lib/state.ts'
import { Button } from '#web/ui/button.tsx'
import { CampusDialog } from './campus-dialog.tsx'
import { CampusCard, campusColumns } from './campus-rows.tsx'
import { DeleteCampusDialog } from './delete-campus-dialog.tsx'

export function CampusesSection() {
  const { search, open, close } = useSearchParams()
  const campuses = useQuery(read(listAdminCampuses))
  const all = campuses.data ?? []
  const list = useLocalList(campuses, {
    textOf: ({ code, name, address }) => `${name} ${code} ${address}`,
    orders: {
      name: (a, b) => compareNames(a.name, b.name),
      restaurants: (a, b) => a.restaurantCount - b.restaurantCount,
      users: (a, b) => a.userCount - b.userCount,
    },
  })
  const [doomed, setDoomed] = useState<number>()
  const withId = (id: number | undefined) => all.find(campus => campus.id === id)
  const added = useDialogState((campuses.data && search.add === 'campus') || undefined)
  const edited = useDialogState(withId(parseId(search.edit))?.id)
  const acts = {
    edit: ({ id }: { id: number }) => open({ edit: id }),
    remove: ({ id }: { id: number }) => setDoomed(id),
  }
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => open({ add: 'campus' })}>
      Add Campus
    </Button>
  )
  return (
    <>
      <AdminList
        title="Campuses"
        noun={['campus', 'campuses']}
        list={list}
        searchLabel="Search campuses"
        actions={add}
        columns={campusColumns(acts)}
        rowHeader="name"
        nameOf={({ name }) => name}
        card={campus => <CampusCard campus={campus} acts={acts} />}
        empty={{
          title: 'No campuses yet',
          text: 'Every restaurant and every user belongs to one.',
          action: add,
        }}
      />
      {added.value && (
        <CampusDialog
          key={added.key}
          campus={undefined}
          campuses={all}
          open={added.open}
          onClose={() => close('add')}
        />
      )}
      {edited.value && (
        <CampusDialog
          key={`edit ${edited.key}`}
          campus={withId(edited.value)}
          campuses={all}
          open={edited.open}
          onClose={() => close('edit')}
        />
      )}
      <DeleteCampusDialog campus={withId(doomed)} onClose={() => setDoomed(undefined)} />
    </>
  )
}
