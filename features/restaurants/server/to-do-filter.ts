import { pointOf } from '#kit/rules/distance.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { describePlace, findDuplicates } from '../duplicates.ts'
import type { RestaurantToDo } from '../place-fields.ts'

type Filter = (row: Row<'restaurants'>) => boolean

/** Returns a predicate for restaurants with this to-do, as the overview counts them; doubles are found among `rows`. */
export async function toDoFilter(
  db: Db,
  todo: RestaurantToDo,
  rows: readonly Row<'restaurants'>[],
): Promise<Filter> {
  const enabled = rows.filter(row => !row.disabled)
  const ofIds = (ids: Iterable<number>): Filter => {
    const known = new Set(ids)
    return row => known.has(row.id)
  }
  const filters: Record<RestaurantToDo, () => Filter | Promise<Filter>> = {
    'opening-times': () => row => row.openingTimes === null,
    position: () => row => pointOf(row) === null,
    price: () => row => row.price === null,
    doubles: () => ofIds(findDuplicates(enabled.map(describePlace))),
    website: async () => ofIds(await listWebsiteGoneIds(db)),
  }
  const matches = await filters[todo]()
  return row => !row.disabled && matches(row)
}

/** The enabled restaurants whose website was gone in the last check and has not been changed since. */
export async function listWebsiteGoneIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('websiteChecks')
    .innerJoin('restaurants', join =>
      join
        .onRef('restaurants.id', '=', 'websiteChecks.restaurantId')
        .onRef('restaurants.websiteUrl', '=', 'websiteChecks.url'),
    )
    .select('restaurantId')
    .where('outcome', '=', 'gone')
    .where('disabled', '=', false)
    .execute()
  return rows.map(({ restaurantId }) => restaurantId)
}
