import { nameWithAddress, shortAddresses } from '#kit/rules/texts/place-names.ts'
import type { Lunch } from '../contract.ts'
import { placesOf } from '../lunch-places.ts'

export type PlaceNames = {
  /** For sentences: with the short address, if another place that is listed has the same name. */
  nameOf: (place: { restaurantId: number; name: string }) => string
  /** The short address alone. */
  addressOf: (restaurantId: number) => string | undefined
}

/** How the places of a lunch are called beside those of the other lunches. */
export function placeNames(lunch: Lunch, listed: readonly Lunch[] = []): PlaceNames {
  const others = listed.filter(({ id }) => id !== lunch.id)
  const addresses = shortAddresses([...others, lunch].flatMap(placesOf))
  return {
    nameOf: ({ restaurantId, name }) => nameWithAddress(name, addresses.get(restaurantId)),
    addressOf: restaurantId => addresses.get(restaurantId),
  }
}
