import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { Tick } from '#kit/web/list/selection.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Progress } from '#kit/web/loading/progress.tsx'
import { ActionBar } from '#kit/web/section/action-bar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import type { usePlaceImport } from './use-import-runs.ts'

interface FoundPlacesProps<Place> {
  places: readonly Place[]
  /** The table's caption. */
  caption: string
  idOf: (place: Place) => string
  /** Whether the campus already has the place: then it can't be chosen. */
  isHere: (place: Place) => boolean
  /** Describes the result; `free`: the number of places that the campus doesn't have yet. */
  summary: (free: number) => ReactNode
  /** Must include a column `name`, which serves as the row header. */
  columns: readonly Column<Place>[]
  /** The content beside the checkbox below 1024 px. */
  card: (place: Place) => ReactNode
  write: ReturnType<typeof usePlaceImport>
  campusCode: string
}

/** The places that a search found, to select and import. */
export function FoundPlaces<Place extends { name: string; address: string }>(props: FoundPlacesProps<Place>) {
  const { places, caption, idOf, isHere, summary, columns, card } = props
  const { selection, isBusy: disabled } = props.write
  const free = places.filter(place => !isHere(place)).map(idOf)
  const names = distinctNames(places.map((place, id) => ({ ...place, id })))
  const nameOf = new Map(places.map((place, id) => [place, names.get(id)]))
  const chosen = free.filter(id => selection.ids.has(id))
  // Existing places have no checkbox, but keep its space, so that the names stay aligned.
  const choice = (place: Place) =>
    isHere(place) ? (
      <span className="block size-11" />
    ) : (
      <Tick
        ids={[idOf(place)]}
        label={`Select ${nameOf.get(place)}`}
        selection={selection}
        disabled={disabled}
      />
    )
  const everything = { ids: free, label: 'Select all', selection, disabled }
  return (
    <section aria-label="Search results" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        {summary(free.length)}
        {free.length > 0 && (
          <span className="lg:hidden">
            <Tick {...everything} showLabel />
          </span>
        )}
      </div>
      <Table
        caption={caption}
        rows={places}
        rowKey={idOf}
        rowHeader="name"
        // Low enough that the bar below stays visible.
        className="max-h-[max(20rem,calc(100dvh-17rem))]"
        isSelected={place => selection.ids.has(idOf(place))}
        columns={[
          {
            key: 'select',
            header: free.length > 0 && <Tick {...everything} />,
            cell: choice,
            className: '!py-0 !pr-0 w-12',
          },
          ...columns,
        ]}
        card={place => (
          <div className={cardClass('flex items-start gap-1 p-3')}>
            {choice(place)}
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">{card(place)}</div>
          </div>
        )}
      />
      {free.length > 0 && <ImportBar {...props} chosen={chosen} />}
    </section>
  )
}

interface ImportBarProps {
  chosen: string[]
  campusCode: string
  write: ReturnType<typeof usePlaceImport>
}

/** The number of selected places, and the import button. */
function ImportBar({ chosen, campusCode, write }: ImportBarProps) {
  const campusName = useCampusName()(campusCode)
  const { selection, running, isBusy, start } = write
  if (isBusy) {
    const { done = 0, count = chosen.length } = running ?? {}
    const passed = done > 0 ? ` ${counted(done, 'is', 'are')} looked up.` : ''
    return (
      <ActionBar>
        <div className="flex-1 pr-1">
          <Progress label={`Importing ${counted(count, 'restaurant')}…${passed}`} />
        </div>
      </ActionBar>
    )
  }
  const count = chosen.length
  const confirm = () =>
    count === 0 ? toast({ title: 'No restaurants selected', variant: 'warning' }) : start(campusCode, chosen)
  return (
    <ActionBar>
      <p role="status" className="min-w-0 flex-1 font-semibold tabular-nums max-sm:basis-full">
        {count === 0 ? (
          <span className="font-normal text-muted">Select what {campusName} is missing</span>
        ) : (
          `${count.toLocaleString('en-US')} selected`
        )}
      </p>
      {count > 0 && (
        <Button variant="quiet" onClick={selection.clear}>
          Clear
        </Button>
      )}
      <Button
        variant="primary"
        icon={<Download aria-hidden="true" />}
        onClick={confirm}
        className="max-sm:flex-1"
      >
        {count === 0 ? 'Import' : `Import ${counted(count, 'restaurant')}`}
      </Button>
    </ActionBar>
  )
}
