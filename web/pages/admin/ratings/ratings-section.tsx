import { FileDown, FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { type AdminRating, listAllRatings, ratingSortKeys } from '#contract/admin-ratings.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { AdminList } from '#web/kit/admin-list.tsx'
import { useCampusName } from '#web/kit/campus-name.ts'
import { useExport } from '#web/kit/csv-export.ts'
import { useList } from '#web/kit/list-state.ts'
import { parseId, useSearchParams } from '#web/lib/search-params.ts'
import { useDialogState, useSticky } from '#web/lib/state.ts'
import { Button } from '#web/ui/button.tsx'
import { CreateRatingDialog } from './create-rating-dialog.tsx'
import { DeleteRatingDialog } from './delete-rating-dialog.tsx'
import { EditRatingDialog } from './edit-rating-dialog.tsx'
import { ImportRatingsDialog } from './import-ratings-dialog.tsx'
import { exportColumns } from './rating-export.ts'
import { RatingFilters } from './rating-filters.tsx'
import { RatingCard, ratingColumns, ratingName } from './rating-rows.tsx'

export function RatingsSection() {
  const { open } = useSearchParams()
  const { timeZone } = usePublicConfig()
  const campusName = useCampusName()
  const [doomed, setDoomed] = useState<AdminRating>()
  const list = useList(listAllRatings, {
    sortKeys: ratingSortKeys,
    sort: { key: 'updatedAt', descending: true },
    filters: ['userId', 'restaurantId'],
  })
  const csv = useExport(listAllRatings, {
    what: 'ratings',
    action: 'RATINGS_EXPORTED',
    columns: exportColumns(campusName),
  })
  const look = {
    timeZone,
    campusName,
    onEdit: ({ id }: AdminRating) => open({ edit: id }),
    onDelete: setDoomed,
  }
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => open({ add: 'rating' })}>
      Add Rating
    </Button>
  )
  return (
    <>
      <AdminList
        title="Ratings"
        noun={['rating', 'ratings']}
        list={list}
        searchLabel="Search ratings"
        filters={<RatingFilters rows={list.rows ?? []} />}
        actions={
          <>
            {add}
            <Button icon={<FileUp />} onClick={() => open({ import: 'ratings' })}>
              Import
            </Button>
            <Button icon={<FileDown />} busy={csv.isBusy} onClick={() => void csv.start(list.query)}>
              Export
            </Button>
          </>
        }
        columns={ratingColumns(look)}
        rowHeader="user"
        nameOf={ratingName}
        card={rating => <RatingCard rating={rating} {...look} />}
        empty={{ title: 'No ratings yet', text: 'They appear here as soon as somebody rates.', action: add }}
      />
      <RatingDialogs rows={list.rows ?? []} />
      <DeleteRatingDialog rating={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

function RatingDialogs({ rows }: { rows: readonly AdminRating[] }) {
  const { search, close } = useSearchParams()
  const added = useDialogState(search.add === 'rating' || undefined)
  const imported = useDialogState(search.import === 'ratings' || undefined)
  const edited = useDialogState(parseId(search.edit))
  const rating = useSticky(rows.find(({ id }) => id === edited.value))
  return (
    <>
      {added.value && (
        <CreateRatingDialog key={`add ${added.key}`} open={added.open} onClose={() => close('add')} />
      )}
      {imported.value && (
        <ImportRatingsDialog
          key={`import ${imported.key}`}
          open={imported.open}
          onClose={() => close('import')}
        />
      )}
      {rating && rating.id === edited.value && (
        <EditRatingDialog
          key={`edit ${edited.key}`}
          rating={rating}
          open={edited.open}
          onClose={() => close('edit')}
        />
      )}
    </>
  )
}
