import { useQuery } from '@tanstack/react-query'
import { listUnlocated } from '#contract/distances.ts'
import { read } from '#web/api/queries.ts'
import { counted } from '#web/lib/counted.ts'
import { FailedAddresses } from '#web/shared/admin/failed-addresses.tsx'

/** Restaurants without a position, for users who may set one. */
export function Unlocated() {
  const { data } = useQuery({
    ...read(listUnlocated),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.isLocating && 3_000,
  })
  if (!data || data.restaurants.length === 0) return null
  return (
    <FailedAddresses
      title={`${counted(data.restaurants.length, 'restaurant')} without a position`}
      lead="They have no pin on the map and no distance. Correct the address, or set the position on the map in the restaurant’s form."
      failures={data.restaurants}
    />
  )
}
