import { useQuery } from '@tanstack/react-query'
import { getRestaurant } from '#features/restaurants/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import type { Lunch } from '../contract.ts'
import { type PlaceNames, placeNames } from './place-names.ts'
import { useLunches } from './use-lunches.ts'

export const usePlaceNames = (lunch: Lunch): PlaceNames => placeNames(lunch, useLunches())

/** Where the decided place is. One that the host chose after a vote without a place is no option of the lunch. */
export function useDecidedAddress({ decision, options }: Lunch): string | undefined {
  const id = decision?.restaurantId
  const option = options.find(({ restaurantId }) => restaurantId === id)
  const { data } = useQuery({
    ...read(getRestaurant, { params: { id: id ?? 0 } }),
    enabled: id !== undefined && option?.address === undefined,
  })
  return option?.address ?? data?.address
}
