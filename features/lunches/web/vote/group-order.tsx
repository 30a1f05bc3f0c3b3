import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { read } from '#kit/web/api/queries.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { type Lunch, orderOptions } from '../../contract.ts'
import { usePlaceNames } from '../use-place-names.ts'

/** With fewer people, the order would reveal what one of them likes. */
const minPeople = 3

/** The lunch with its places in the order added or, on request, sorted by what everyone in it would like. */
export function useGroupOrder(lunch: Lunch) {
  const { id, people, options } = lunch
  const { nameOf } = usePlaceNames(lunch)
  const [isWanted, setWanted] = useState(false)
  const canOrder = people.length >= minPeople && options.length > 1
  const order = read(orderOptions, { params: { id } })
  const { data, error } = useQuery({
    ...order,
    // The order depends on the people and the places.
    queryKey: [
      ...order.queryKey,
      people.map(person => person.id),
      options.map(option => option.restaurantId),
    ],
    enabled: isWanted && canOrder,
    placeholderData: keepPreviousData,
  })
  const isOrdered = isWanted && canOrder && data !== undefined
  const placeOf = new Map(data?.restaurantIds.map((restaurantId, place) => [restaurantId, place]))
  const last = options.length
  const ordered = isOrdered
    ? options.toSorted(
        (a, b) => (placeOf.get(a.restaurantId) ?? last) - (placeOf.get(b.restaurantId) ?? last),
      )
    : options
  return {
    lunch: { ...lunch, options: ordered },
    button: canOrder && (
      <div className="flex flex-wrap items-center gap-x-3">
        <Button
          size="small"
          variant={isWanted ? 'primary' : 'secondary'}
          icon={<UsersRound />}
          aria-pressed={isWanted}
          onClick={() => setWanted(!isWanted)}
        >
          Best for everyone first
        </Button>
        {isWanted && error && <p className="text-brick-ink text-sm">Couldn’t sort the places.</p>}
        <LiveText>{isOrdered ? `First is ${ordered[0] && nameOf(ordered[0])}` : ''}</LiveText>
      </div>
    ),
  }
}
