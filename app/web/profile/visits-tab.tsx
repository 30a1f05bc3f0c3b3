import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Rating } from '#features/ratings/contract.ts'
import { useOwnRatings } from '#features/ratings/web/ratings-of.ts'
import { StarRow } from '#features/ratings/web/star-row.tsx'
import { DistinctNames, useDistinctName, useShortAddress } from '#features/restaurants/web/distinct-names.tsx'
import { listVisits, removeVisit, type VisitOfTable } from '#features/visits/contract.ts'
import { monthOf, shortDay } from '#features/visits/visit-days.ts'
import { groupBy } from '#kit/rules/group-by.ts'
import { starCount } from '#kit/rules/stars.ts'
import { patchCached } from '#kit/web/api/patch-cached.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { LazyMenu } from '#kit/web/lazy/lazy-menu.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { Button, buttonClass, IconButton } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { ListTab, RestaurantLink } from './own-cards.tsx'

const rowHeight = 3.5

/**
 * Years of visits add up, so `content-visibility` skips style and layout of distant months. It also clips overflow: the
 * padding keeps what reaches over the edges visible.
 */
const monthClass = '-mx-4 px-4 pb-6 [content-visibility:auto] print:[content-visibility:visible]'

/** The viewer's visits, by month. */
export function VisitsTab() {
  const ratings = useOwnRatings()
  const ownOf = (restaurant: VisitOfTable['restaurant']) =>
    restaurant && ratings.isKnown ? (ratings.of(restaurant.id) ?? null) : undefined
  return (
    <ListTab
      query={read(listVisits)}
      empty={{
        title: 'No visits yet',
        children:
          'Tap ‘We ate here’ on a restaurant. Lunches that you joined are added automatically. Only you see your visits.',
        action: (
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            Find a restaurant
          </Link>
        ),
      }}
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
                  <VisitRow key={visit.id} visit={visit} own={ownOf(visit.restaurant)} />
                ))}
              </ul>
            </section>
          ))}
        </DistinctNames>
      )}
    </ListTab>
  )
}

interface VisitRowProps {
  visit: VisitOfTable
  /** The viewer's rating of the place: null if none, undefined while loading. */
  own: Rating | null | undefined
}

function VisitRow({ visit: { id, date, restaurant, lunchId, tableAverage }, own }: VisitRowProps) {
  const [isRating, setIsRating] = useState(false)
  const day = shortDay(date)
  const place = restaurant ?? { id: 0, name: 'a deleted restaurant' }
  const name = useDistinctName(place)
  const address = useShortAddress(place)
  const stars = useRef<HTMLButtonElement>(null)
  const how = [
    ...(lunchId === null ? [] : ['Lunch']),
    ...(tableAverage === undefined ? [] : [`table ${tableAverage.toFixed(1)}`]),
  ].join(' · ')
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-2 py-1.5 pr-2 pl-4">
      <div className="relative grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 sm:grid-cols-[6rem_minmax(0,1fr)_auto] sm:items-center sm:gap-x-3">
        <p className="wrap-anywhere col-span-2 sm:col-span-1 sm:col-start-2 sm:row-start-1">
          {restaurant ? (
            <RestaurantLink
              restaurant={restaurant}
              tab="visits"
              className="font-semibold after:absolute after:inset-0"
            />
          ) : (
            <span className="text-muted">A restaurant that was deleted</span>
          )}
          {address && <span className="ml-2 text-muted text-sm">{address}</span>}
        </p>
        <p className="text-muted text-sm tabular-nums sm:col-start-1 sm:row-start-1">{day}</p>
        <p className="text-muted text-sm tabular-nums sm:row-start-1 max-sm:not-empty:before:mr-1.5 max-sm:not-empty:before:content-['·']">
          {how}
        </p>
      </div>
      {restaurant && (
        <Button
          ref={stars}
          variant="quiet"
          disabled={own === undefined}
          aria-expanded={isRating}
          aria-label={own ? `${starCount(own.value)} for ${name}, change` : `Rate ${name}`}
          onClick={() => setIsRating(!isRating)}
          className="shrink-0 !px-3"
        >
          {own ? (
            <span className="star-before inline-flex items-center gap-1 text-saffron-ink">{own.value}</span>
          ) : (
            'Rate'
          )}
        </Button>
      )}
      <VisitMenu id={id} label={`More about the visit to ${name} on ${day}`} />
      {restaurant && own !== undefined && isRating && (
        <StarRow
          restaurant={restaurant}
          own={own}
          onDone={() => {
            setIsRating(false)
            stars.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </li>
  )
}

function VisitMenu({ id, label }: { id: number; label: string }) {
  const remove = useWrite(removeVisit, {
    touches: ['visits'],
    done: 'Visit removed',
    failed: 'Failed to remove the visit',
    optimistic: ({ params }) => [
      patchCached(listVisits, list => list.filter(({ id }) => String(id) !== String(params.id))),
    ],
  })
  return (
    // Not inside its month, which cuts off what reaches over its edge.
    <LazyMenu
      container={document.querySelector('main')}
      trigger={<IconButton label={label} className="icon-before dots !text-muted" />}
    >
      {({ MenuItem }) => (
        <MenuItem icon={<Trash2 />} onSelect={() => remove.mutate({ params: { id: String(id) } })}>
          Remove this visit
        </MenuItem>
      )}
    </LazyMenu>
  )
}
