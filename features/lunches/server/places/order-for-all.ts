import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import { orderForGroup } from '#features/taste/group-order.ts'
import { preferencesOf } from '#features/taste/server/taste.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { Lunch } from '../../contract.ts'

/** The ids of a lunch's places; from three people on, those come first that the group would like best. */
export async function orderForAll({ db, taste }: Deps, { options, people }: Lunch): Promise<number[]> {
  const ids = options.map(({ restaurantId }) => restaurantId)
  if (people.length < 3) return ids
  const learned = await taste()
  const rows = await readRestaurantsById(db, ids)
  const group = await Promise.all(people.map(person => preferencesOf(db, learned, person.id)))
  return orderForGroup(
    ids,
    group.map(
      ({ stars }) =>
        id =>
          stars(rows.get(id) ?? { id, ratingCount: 0 }),
    ),
  )
}
