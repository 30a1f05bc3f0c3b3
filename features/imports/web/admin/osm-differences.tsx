import { useQuery } from '@tanstack/react-query'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { read } from '#kit/web/api/queries.ts'
import { useJob } from '#kit/web/api/use-job.ts'
import { Tick, useSelection } from '#kit/web/list/selection.tsx'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { ActionBar } from '#kit/web/section/action-bar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import type { OsmDifference, OsmField } from '../../osm-contract.ts'
import { imports } from './import-job.ts'

const labels: Record<OsmField, string> = {
  hours: 'Hours',
  phone: 'Phone',
  websiteUrl: 'Website',
  cuisine: 'Cuisine',
  diets: 'Diets',
  position: 'Position',
}

const keyOf = (restaurantId: number, field: OsmField) => `${restaurantId} ${field}`

interface OsmDifferencesProps {
  differences: readonly OsmDifference[]
  campusCode: string
}

/** Where OpenStreetMap's data differs from our restaurants, to be adopted field by field. */
export function OsmDifferences({ differences, campusCode }: OsmDifferencesProps) {
  const campusName = useCampusName()(campusCode)
  const { data: places = [] } = useQuery(read(listCampusRestaurants, { params: { campusCode } }))
  const selection = useSelection<string>()
  const { begin, running } = useJob(imports)
  const isBusy = begin.isPending || running.some(({ source }) => source === 'osm-changes')
  if (differences.length === 0) {
    return (
      <EmptyState title="No differences">
        OpenStreetMap has no other data about the restaurants of {campusName}.
      </EmptyState>
    )
  }
  const all = differences.flatMap(({ restaurantId, fields }) =>
    fields.map(({ field }) => keyOf(restaurantId, field)),
  )
  const missing = differences.flatMap(({ restaurantId, fields }) =>
    fields.filter(({ ours }) => ours === null).map(({ field }) => keyOf(restaurantId, field)),
  )
  const changes = differences.flatMap(({ restaurantId, osmId, fields }) => {
    const chosen = fields
      .map(({ field }) => field)
      .filter(field => selection.ids.has(keyOf(restaurantId, field)))
    return chosen.length > 0 ? [{ restaurantId, osmId, fields: chosen }] : []
  })
  const addresses = new Map(places.map(({ id, address }) => [id, address]))
  const names = distinctNames(
    differences.map(({ restaurantId: id, name }) => ({ id, name, address: addresses.get(id) ?? '' })),
  )
  const save = () =>
    begin.mutate({ body: { source: 'osm-changes', changes } }, { onSuccess: selection.clear })
  return (
    <section aria-label="Differences" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <p className="mr-auto">
          <strong>{counted(differences.length, 'restaurant')}</strong> of {campusName} can be completed or
          corrected
        </p>
        {missing.length > 0 && (
          <Tick ids={missing} label="All missing values" showLabel selection={selection} />
        )}
        <Tick ids={all} label="Everything" showLabel selection={selection} />
      </div>
      <ul role="list" className="flex flex-col gap-3">
        {differences.map(({ restaurantId, fields }) => (
          <li key={restaurantId} className={cardClass('p-4')}>
            <h2 className="text-lg">{names.get(restaurantId)}</h2>
            <ul role="list" className="mt-1 flex flex-col divide-y divide-line">
              {fields.map(({ field, ours, theirs }) => (
                <li key={field} className="flex items-start gap-2 py-1">
                  <Tick
                    ids={[keyOf(restaurantId, field)]}
                    label={`${labels[field]} of ${names.get(restaurantId)}`}
                    selection={selection}
                  />
                  <dl className="wrap-anywhere grid min-w-0 flex-1 gap-x-4 py-2.5 sm:grid-cols-[6rem_1fr_1fr]">
                    <dt className="font-semibold">{labels[field]}</dt>
                    <dd className="text-muted">
                      <span className="text-sm">Ours: </span>
                      {ours ?? 'nothing'}
                    </dd>
                    <dd>
                      <span className="text-muted text-sm">Theirs: </span>
                      {theirs}
                    </dd>
                  </dl>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <ActionBar>
        <p role="status" className="min-w-0 flex-1 font-semibold tabular-nums">
          {changes.length === 0 ? (
            <span className="font-normal text-muted">Select what to apply</span>
          ) : (
            `${counted(changes.length, 'restaurant')} selected`
          )}
        </p>
        <Button
          variant="primary"
          disabled={changes.length === 0 && !isBusy}
          busy={isBusy}
          busyText="Saving..."
          onClick={save}
        >
          Apply
        </Button>
      </ActionBar>
    </section>
  )
}
