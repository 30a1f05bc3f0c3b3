import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, Users, Utensils } from 'lucide-react'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { read } from '#kit/web/api/queries.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { getRestaurantVisits } from '../contract.ts'
import { dayOf, daysAgo } from '../visit-days.ts'
import { useHiddenPlaces } from './hidden-places.ts'
import { useToday } from './use-today.ts'
import { useAddVisit, useSetHidden } from './use-visits.ts'

/** When the viewer and colleagues ate here, and buttons for 'We ate here' and 'Not for me'. */
export function VisitNotes({ restaurant }: { restaurant: Pick<Restaurant, 'id' | 'name'> }) {
  const { id, name } = restaurant
  const { data: visits } = useQuery(read(getRestaurantVisits, { params: { id: String(id) } }))
  const today = useToday()
  const named = { id, name: isolated(name) }
  const add = useAddVisit(named)
  const hidden = useHiddenPlaces()
  const setHidden = useSetHidden(named)
  const isHidden = hidden.isHidden(id)
  const wasToday = visits?.lastOwn === today
  const { lastOwn = null, ownCount = 0, lastOfCampus = null, peopleLast30Days = null } = visits ?? {}
  return (
    <section aria-label="Visits" className="flex flex-col gap-2">
      {lastOwn && (
        <p className={line}>
          <CalendarCheck />
          You were here {daysAgo(lastOwn, today)}
          {ownCount > 1 && ` (${ownCount} visits)`}
        </p>
      )}
      {lastOfCampus && (
        <p className={line}>
          <Users />
          Your campus was here {dayOf(lastOfCampus, today)}
        </p>
      )}
      {peopleLast30Days !== null && (
        <p className={line}>
          <Utensils />
          {peopleLast30Days} people ate here in the last 30 days
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={add.isPending}
          disabled={!visits || wasToday}
          onClick={() => add.mutate({ body: { restaurantId: id } })}
        >
          We ate here
        </Button>
        <Button size="small" variant="quiet" disabled={hidden.isPending} onClick={() => setHidden(!isHidden)}>
          {isHidden ? 'Bring back to my list' : 'Not for me'}
        </Button>
      </div>
    </section>
  )
}

const line = 'flex items-center gap-2 text-[0.9375rem] [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'
