import { Link } from '@tanstack/react-router'
import { FileDown, FileUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { listRestaurants, type Restaurant, restaurantSortKeys } from '#contract/restaurants.ts'
import { AdminList } from '#web/kit/admin-list.tsx'
import { CampusFilter } from '#web/kit/campus-filter.tsx'
import { useCampusName } from '#web/kit/campus-name.ts'
import { useExport } from '#web/kit/csv-export.ts'
import { useList } from '#web/kit/list-state.ts'
import { useSelection } from '#web/kit/selection.tsx'
import { useSearchParams } from '#web/lib/search-params.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx'
import { DeleteRestaurantDialog } from './delete-restaurant-dialog.tsx'
import { RestaurantEditors } from './restaurant-editors.tsx'
import { exportColumns } from './restaurant-export.ts'
import { RestaurantCard, restaurantColumns } from './restaurant-rows.tsx'

export function RestaurantsSection() {
  const { open } = useSearchParams()
  const campusName = useCampusName()
  const selection = useSelection()
  const [doomed, setDoomed] = useState<Restaurant>()
  const [isBulk, setBulk] = useState(false)
  const list = useList(listRestaurants, {
    sortKeys: restaurantSortKeys,
    sort: { key: 'name', descending: false },
    filters: ['campusCode'],
  })
  const csv = useExport(listRestaurants, {
    what: 'restaurants',
    action: 'RESTAURANTS_EXPORTED',
    columns: exportColumns(campusName),
  })
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => open({ add: 'restaurant' })}>
      Add Restaurant
    </Button>
  )
  const acts = {
    edit: ({ id }: Restaurant) => open({ edit: id }),
    team: ({ id }: Restaurant) => open({ team: id }),
    remove: setDoomed,
  }

  return (
    <>
      <AdminList
        title="Restaurants"
        noun={['restaurant', 'restaurants']}
        list={list}
        searchLabel="Search restaurants"
        filters={<CampusFilter />}
        actions={
          <>
            {add}
            <Link to="/admin" search={{ section: 'import' }} className={buttonClass({ className: 'gap-2' })}>
              <FileUp aria-hidden="true" />
              Import
            </Link>
            <Button icon={<FileDown />} busy={csv.isBusy} onClick={() => void csv.start(list.query)}>
              Export
            </Button>
            <IconButton label="Bulk delete" onClick={() => setBulk(true)}>
              <Trash2 />
            </IconButton>
          </>
        }
        columns={restaurantColumns({ campusName, acts })}
        rowHeader="name"
        nameOf={({ name }) => name}
        card={(restaurant, tick) => (
          <RestaurantCard restaurant={restaurant} tick={tick} campusName={campusName} acts={acts} />
        )}
        selection={selection}
        selectionActions={
          <Button variant="danger" size="small" icon={<Trash2 />} onClick={() => setBulk(true)}>
            Delete selected
          </Button>
        }
        empty={{
          title: 'No restaurants yet',
          text: 'Add the first one, or import a list of them.',
          action: add,
        }}
      />
      <RestaurantEditors rows={list.rows ?? []} />
      <DeleteRestaurantDialog restaurant={doomed} onClose={() => setDoomed(undefined)} />
      <BulkDeleteDialog open={isBulk} onClose={() => setBulk(false)} selection={selection} />
    </>
  )
}
