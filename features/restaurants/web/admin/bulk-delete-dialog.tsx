import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listCampuses } from '#features/campuses/contract.ts'
import { useUndoToast } from '#features/trash/web/undo-toast.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import type { Selection } from '#kit/web/list/selection.tsx'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Checkbox } from '#kit/web/ui/inputs/checkbox.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { bulkDeleteRestaurants } from '../../contract.ts'
import { restaurantCount } from './restaurant-count.ts'

interface BulkDeleteDialogProps {
  onClose: () => void
  selection: Selection
  /** The campus that the list shows, or ''. */
  filteredBy: string
}

const selectedOnly = 'selection'
const everyCampus = 'all'

/** Deletes the selected restaurants, those of one campus, or all. Rendered even while it isn’t open, to load early. */
export function BulkDeleteDialog({ open, ...rest }: BulkDeleteDialogProps & { open: boolean }) {
  return open && <Choice {...rest} />
}

function Choice({ onClose, selection, filteredBy }: BulkDeleteDialogProps) {
  const undoToast = useUndoToast('restaurant')
  const campuses = useQuery(read(listCampuses))
  const [preferred, setPreferred] = useState<string>()
  const [confirmedFor, setConfirmedFor] = useState<string>()
  const selected = selection.ids.size
  const which = preferred ?? (selected > 0 ? selectedOnly : filteredBy || everyCampus)
  const isList = which !== selectedOnly
  const campusCode = which === everyCampus ? undefined : which
  const listed = useQuery({ ...restaurantCount(campusCode), enabled: isList })
  const count = isList ? listed.data : which === selectedOnly ? selected : undefined
  const problem = [campuses, listed].find(({ data, error }) => data === undefined && error)?.error
  const what = count === undefined ? 'restaurants' : counted(count, 'restaurant')
  // The confirmation only covers what was shown when the user checked the box.
  const isConfirmed = confirmedFor === `${which} ${count}`

  const choose = (next: string) => {
    setPreferred(next)
    setConfirmedFor(undefined)
  }
  const deletion = useWrite(bulkDeleteRestaurants, {
    touches: ['restaurants'],
    done: ({ ids }) => {
      selection.clear()
      onClose()
      return ids.length > 0 ? undoToast(ids) : { title: 'Already deleted', variant: 'info' }
    },
    failed: 'Failed to delete restaurants',
  })
  const confirm = () => {
    if (which === selectedOnly) deletion.mutate({ query: { ids: [...selection.ids].join(',') } })
    else deletion.mutate({ query: { ...(campusCode && { campusCode }), expectedCount: String(count) } })
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Bulk Delete Restaurants"
      confirmLabel={count ? `Delete ${what}` : 'Delete restaurants'}
      danger
      busy={deletion.isPending}
      disabled={!count || !isConfirmed}
      onConfirm={confirm}
    >
      <div className="mt-3 flex flex-col gap-4 text-ink">
        <Field label="Which restaurants?" error={problem?.message}>
          <Select
            value={which}
            onChange={event => choose(event.target.value)}
            options={[
              ...(selected > 0
                ? [[selectedOnly, `The ${selected.toLocaleString('en-US')} selected`] as const]
                : []),
              ...(campuses.data ?? []).map(({ code, name }) => [code, `All near ${name}`] as const),
              [everyCampus, 'All restaurants of all campuses'],
            ]}
          />
        </Field>
        {count === 0 && <p className="text-muted">There are none.</p>}
        {count !== undefined && count > 0 && (
          <Checkbox
            label={`Yes, delete ${what} with all ${count === 1 ? 'its' : 'their'} ratings`}
            checked={isConfirmed}
            onChange={event => setConfirmedFor(event.target.checked ? `${which} ${count}` : undefined)}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
