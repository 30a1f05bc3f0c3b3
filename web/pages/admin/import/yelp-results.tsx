import { BadgeCheck } from 'lucide-react'
import type { Reply } from '#contract/endpoint.ts'
import type { searchYelp } from '#contract/yelp.ts'
import type { Selection } from '#web/kit/selection.tsx'
import { Tick } from '#web/kit/selection.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { foundLabel, type YelpWish } from './use-yelp-search.ts'
import { YelpImportBar } from './yelp-import-bar.tsx'
import { YelpCard, yelpColumns } from './yelp-rows.tsx'

interface YelpResultsProps {
  found: Reply<typeof searchYelp>
  wish: YelpWish
  campusName: string
  selection: Selection<string>
  progress: { done: number; total: number } | undefined
  onImport: (yelpIds: string[]) => void
}

/** What a search found, to choose from. */
export function YelpResults(props: YelpResultsProps) {
  const { found, wish, campusName, selection, progress, onImport } = props
  const { restaurants, total } = found
  if (restaurants.length === 0) {
    return (
      <EmptyState title="Nothing found">
        No restaurants found within the selected radius. Try increasing the search radius or selecting a
        different campus.
      </EmptyState>
    )
  }
  const isWriting = progress !== undefined
  const free = restaurants.filter(({ alreadyImported }) => !alreadyImported).map(({ id }) => id)
  const chosen = free.filter(id => selection.ids.has(id))
  const choosing = { selection, disabled: isWriting }

  return (
    <section aria-label="Search results" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p>
          <strong>{foundLabel(restaurants.length)}</strong> within {wish.miles}{' '}
          {wish.miles === 1 ? 'mile' : 'miles'} of {campusName}
          {total > restaurants.length && (
            <span className="block text-muted text-sm">
              The nearest of {total.toLocaleString('en-US')}; Yelp shows no more at once.
            </span>
          )}
        </p>
        {free.length > 0 ? (
          <span className="md:hidden">
            <Tick ids={free} label="Select all" showLabel {...choosing} />
          </span>
        ) : (
          <p className="flex items-center gap-2 text-muted">
            <BadgeCheck aria-hidden="true" className="size-5 shrink-0 text-olive-ink" />
            {campusName} has all of them already.
          </p>
        )}
      </div>
      <Table
        caption="Restaurants on Yelp"
        rows={restaurants}
        rowKey={({ id }) => id}
        rowHeader="name"
        // As high as leaves the bar below it in sight.
        className="max-h-[max(20rem,calc(100dvh-17rem))]"
        isSelected={({ id }) => selection.ids.has(id)}
        columns={yelpColumns({ free, ...choosing })}
        card={restaurant => <YelpCard restaurant={restaurant} {...choosing} />}
      />
      {free.length > 0 && (
        <YelpImportBar
          count={chosen.length}
          campusName={campusName}
          progress={progress}
          onImport={() => onImport(chosen)}
          onClear={selection.clear}
        />
      )}
    </section>
  )
}
