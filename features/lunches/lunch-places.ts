import type { NamedPlace } from '#kit/rules/texts/place-names.ts'

type Option = { restaurantId: number; name: string; address?: string | null }
type WithRestaurants = { options: readonly Option[]; decision: Option | null }

/** All restaurants of a lunch. The one that was decided on has the name that it had then. */
export function placesOf({ options, decision }: WithRestaurants): NamedPlace[] {
  const byId = new Map(
    options.map(({ restaurantId: id, name, address }) => [id, { id, name, address } as NamedPlace]),
  )
  if (decision) {
    const { restaurantId: id, name, address = byId.get(id)?.address } = decision
    byId.set(id, { id, name, address })
  }
  return [...byId.values()]
}
