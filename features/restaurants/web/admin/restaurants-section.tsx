import { ClipboardList, FileUp, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useExport } from '#features/audit/web/use-export.tsx'
import { CampusFilter } from '#features/campuses/web/campus-filter.tsx'
import { loadCampusName, useCampusName } from '#features/campuses/web/campus-name.ts'
import { useUndoToast } from '#features/trash/web/undo-toast.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { None } from '#kit/web/list/cells.tsx'
import { FilterSelect } from '#kit/web/list/filter-select.tsx'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useList } from '#kit/web/list/list-state.ts'
import { idParams } from '#kit/web/list/row-actions.tsx'
import { useSelection } from '#kit/web/list/selection.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { StarRating } from '#kit/web/ui/stars.tsx'
import { deleteRestaurant, listRestaurants, type Restaurant, restaurantSortKeys } from '../../contract.ts'
import { type RestaurantToDo, restaurantToDos } from '../../place-fields.ts'
import { restaurantColumns as csvColumns } from '../../restaurant-columns.ts'
import { AddressLines } from '../address-lines.tsx'
import { RestaurantEditor } from './restaurant-editor.tsx'

// Loaded lazily: the list doesn't need them.
const RestaurantForm = lazyDialog(async () => (await import('../form/restaurant-form.tsx')).RestaurantForm)
const TeamRatingsDialog = lazyDialog(
  async () => (await import('../details/team-ratings-dialog.tsx')).TeamRatingsDialog,
)
const BulkDeleteDialog = lazyDialog(async () => (await import('./bulk-delete-dialog.tsx')).BulkDeleteDialog)

export function RestaurantsSection() {
  const { campusCode = '', todo } = useParams({ campusCode: param.text(), todo: param.text() })
  const campusName = useCampusName()
  const selection = useSelection()
  const [isBulk, setBulk] = useState(false)
  const list = useList(listRestaurants, {
    sortKeys: restaurantSortKeys,
    sort: { key: 'name', descending: false },
    filters: ['campusCode', 'todo'],
  })
  const undoToast = useUndoToast('restaurant')
  const deletion = useWrite(deleteRestaurant, {
    touches: ['restaurants'],
    done: (_, { params }) => {
      const id = Number(params.id)
      selection.set([id], false)
      return undoToast([id])
    },
    failed: 'Failed to delete restaurant',
  })
  const exporting = useExport({
    endpoint: listRestaurants,
    query: list.query,
    what: 'restaurants',
    action: 'RESTAURANTS_EXPORTED',
    loadCampusName,
    columns: Object.values(csvColumns),
  })
  const bin = binOf({
    selected: selection.ids.size,
    total: list.total,
    isSearched: list.q !== '' || todo !== undefined,
    where: campusCode && ` near ${campusName(campusCode)}`,
  })
  const names = distinctNames(list.loadedRows)
  const nameOf = ({ id, name }: { id: number; name: string }) => names.get(id) ?? isolated(name)
  return (
    <>
      <ListSection
        title="Restaurants"
        noun={['restaurant', 'restaurants']}
        list={list}
        filters={
          <>
            <CampusFilter />
            <FilterSelect name="todo" label="To do" all="Complete or not" options={toDoOptions} />
          </>
        }
        actions={[
          { label: 'Import', icon: <FileUp />, section: 'import' },
          exporting,
          { ...bin, icon: <Trash2 />, isIcon: true, run: () => setBulk(true) },
        ]}
        nameOf={({ name }) => name}
        distinctNameOf={nameOf}
        columns={[
          {
            key: 'name',
            header: 'Name',
            sortable: true,
            cell: (restaurant, name) => <NameAndAddress restaurant={restaurant}>{name}</NameAndAddress>,
          },
          {
            key: 'campusCode',
            header: 'Campus',
            sortable: true,
            cell: ({ campusCode }) => campusName(campusCode),
            card: 'beside',
          },
          {
            key: 'price',
            header: 'Price',
            sortable: true,
            cell: ({ price }) => price ?? unknown,
            wideOnly: true,
            card: 'dotted',
          },
          {
            key: 'distance',
            header: 'Miles',
            sortable: true,
            align: 'right',
            cell: ({ distance }) => distance?.toFixed(1) ?? unknown,
            wideOnly: true,
            card: 'none',
          },
          {
            key: 'travelTime',
            header: 'Minutes',
            sortable: true,
            align: 'right',
            cell: ({ travelTime }) => travelTime || unknown,
            wideOnly: true,
            card: 'none',
          },
          {
            key: 'avgRating',
            header: 'Rating',
            sortable: true,
            cell: restaurant => <Rated {...restaurant} />,
          },
        ]}
        selecting={{
          selection,
          actions: (
            <Button variant="danger" size="small" icon={<Trash2 />} onClick={() => setBulk(true)}>
              Delete {counted(selection.ids.size, 'restaurant')}
            </Button>
          ),
        }}
        add={{ label: 'Add Restaurant' }}
        // Those of other pages can be edited, too: see RestaurantEditor below.
        dialog={(restaurant, props) =>
          !restaurant && <RestaurantForm restaurant={undefined} campusCode={campusCode} {...props} />
        }
        moreActions={restaurant => (
          <IconButton
            label={`Team ratings of ${nameOf(restaurant)}`}
            onClick={() => urlParams.open({ team: restaurant.id })}
          >
            <ClipboardList />
          </IconButton>
        )}
        remove={{
          question: restaurant => ({
            text:
              restaurant.ratingCount > 0
                ? `This also deletes its ${counted(restaurant.ratingCount, 'rating')}.`
                : 'It has no ratings yet.',
          }),
          run: restaurant => deletion.mutateAsync(idParams(restaurant)),
        }}
        empty={{ title: 'No restaurants yet', text: 'Add the first one, or import a list of them.' }}
      />
      <RestaurantEditor name="edit" rows={list.loadedRows} Form={RestaurantForm} />
      <RestaurantEditor name="team" rows={list.loadedRows} Form={TeamRatingsDialog} />
      <BulkDeleteDialog
        open={isBulk}
        onClose={() => setBulk(false)}
        selection={selection}
        filteredBy={campusCode}
      />
    </>
  )
}

/** Deletes the selected ones or, while nothing but the campus narrows the list, all of it. */
function binOf({ selected, total, isSearched, where }: BinOf) {
  if (selected > 0) return { label: `Delete ${counted(selected, 'selected restaurant')}…` }
  if (isSearched) return { label: 'Select the restaurants to delete', disabled: true }
  if (total === 0) return { label: 'No restaurants to delete', disabled: true }
  return { label: `Delete ${counted(total, 'restaurant')}${where}…` }
}

interface BinOf {
  selected: number
  total: number
  isSearched: boolean
  /** ' near Arden', or '' for all campuses. */
  where: string
}

const toDoLabels: Record<RestaurantToDo, string> = {
  'opening-times': 'Without opening times',
  position: 'Without a position',
  price: 'Without a price',
  doubles: 'Possible doubles',
  website: 'Website gone',
}
const toDoOptions = restaurantToDos.map(key => [key, toDoLabels[key]] as const)

function NameAndAddress({ restaurant, children }: { restaurant: Restaurant; children: ReactNode }) {
  return (
    <span className="wrap-anywhere block max-w-md">
      {children}
      {restaurant.disabled && (
        <Badge tone="brick" className="ml-2 align-middle">
          Inactive
        </Badge>
      )}
      <AddressLines address={restaurant.address} />
    </span>
  )
}

function Rated({ avgRating, ratingCount }: Restaurant) {
  if (avgRating === null) return <span className="text-muted text-sm">No ratings yet</span>
  return (
    <span className="flex flex-col">
      <StarRating value={avgRating} />
      <span className="text-muted text-sm">{counted(ratingCount, 'rating')}</span>
    </span>
  )
}

const unknown = <None says="Not known" />
