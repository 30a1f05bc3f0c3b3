import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { DistinctNames, useDistinctName, useShortAddress } from '#features/restaurants/web/distinct-names.tsx'
import { listVisits, removeVisit, type Visit } from '#features/visits/contract.ts'
import { monthOf, shortDay } from '#features/visits/visit-days.ts'
import { groupBy } from '#kit/rules/group-by.ts'
import { patchCached } from '#kit/web/api/patch-cached.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { buttonClass, IconButton } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { LoadedCards, RestaurantLink } from './own-cards.tsx'

const rowHeight = 3.5

/**
 * Years of visits add up, so `content-visibility` skips style and layout of distant months. It also clips overflow: the
 * padding keeps what reaches over the edges visible.
 */
const monthClass = '-mx-4 px-4 pb-6 [content-visibility:auto] print:[content-visibility:visible]'

/** The viewer's visits, by month. */
export function VisitsTab() {
  const visits = useQuery(read(listVisits))
  return (
    <LoadedCards
      query={visits}
      empty={
        <EmptyState
          title="No visits yet"
          action={
            <Link to="/" className={buttonClass({ variant: 'primary' })}>
              Find a restaurant
            </Link>
          }
        >
          Tap ‘We ate here’ on a restaurant. Lunches that you joined are added automatically. Only you see
          your visits.
        </EmptyState>
      }
    >
      {list => (
        <DistinctNames of={list.flatMap(({ restaurant }) => restaurant ?? [])}>
          {[...groupBy(list, ({ date }) => monthOf(date))].map(([month, inMonth]) => (
            <section
              key={month}
              aria-label={month}
              className={monthClass}
              style={{ containIntrinsicHeight: `auto ${rowHeight * inMonth.length + 4}rem` }}
            >
              <h2 className="mb-2 text-lg">
                {month} <span className="font-sans text-base text-muted">({inMonth.length})</span>
              </h2>
              <ul role="list" className={cardClass('divide-y divide-line')}>
                {inMonth.map(visit => (
                  <VisitRow key={visit.id} visit={visit} />
                ))}
              </ul>
            </section>
          ))}
        </DistinctNames>
      )}
    </LoadedCards>
  )
}

function VisitRow({ visit: { id, date, restaurant, lunchId } }: { visit: Visit }) {
  const remove = useWrite(removeVisit, {
    touches: ['visits'],
    done: 'Visit removed',
    failed: 'Failed to remove the visit',
    optimistic: (queryClient, { params }) =>
      patchCached(queryClient, listVisits, list => list.filter(({ id }) => String(id) !== String(params.id))),
  })
  const day = shortDay(date)
  const place = restaurant ?? { id: 0, name: 'a deleted restaurant' }
  const name = useDistinctName(place)
  const address = useShortAddress(place)
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-1">
      <span className="w-24 shrink-0 text-muted text-sm tabular-nums">{day}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {restaurant ? (
          <RestaurantLink
            restaurant={restaurant}
            tab="visits"
            className="inline-flex min-h-11 max-w-full items-center font-semibold"
          />
        ) : (
          <span className="text-muted">A restaurant that was deleted</span>
        )}
        {address && <span className="ml-2 text-muted text-sm">{address}</span>}
        {lunchId !== null && <span className="ml-2 text-muted text-sm">Lunch</span>}
      </span>
      <IconButton
        label={`Remove the visit to ${name} on ${day}`}
        onClick={() => remove.mutate({ params: { id: String(id) } })}
      >
        <X />
      </IconButton>
    </li>
  )
}
