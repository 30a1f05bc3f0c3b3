import type { FastifyInstance } from 'fastify'
import { readCampusNames, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { pointOf } from '#kit/rules/distance.ts'
import { sortedBy } from '#kit/rules/sorted-by.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { matchesSearch } from '#kit/rules/texts/search.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { pageOf, sendTotal } from '#kit/server/http/paging.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { cachedReply, serveCached, serveCachedForViewer } from '#kit/server/http/serve-cached.ts'
import {
  getRestaurant,
  listCampusRestaurants,
  listRestaurants,
  listUnrated,
  listUnratedOfCampus,
  type restaurantSortKeys,
} from '../contract.ts'
import { describePlace, findDuplicates } from '../duplicates.ts'
import type { RestaurantToDo } from '../place-fields.ts'
import { presentRestaurant, presentRestaurants } from './present-restaurant.ts'
import { listWebsiteGoneIds, requireRestaurant } from './restaurants-store.ts'

export function restaurantsApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  const handleList = async (call: Call<typeof listRestaurants>) => {
    const { query, reply } = call
    const { campusCode, todo, sort, order = 'asc', search = '', limit, offset } = query
    if (campusCode !== undefined) await requireCampus(db, campusCode)
    const rows = await rowsByName(deps, campusCode)
    if (!todo && !sort && order === 'asc' && !search && limit === undefined && !offset) {
      sendTotal(reply, rows.length)
      return cachedReply(deps, listRestaurants, call, async made =>
        presentRestaurants(made.db, (await readRows(made.db, campusCode)).sort(byName)),
      )
    }
    const isWanted = todo ? await toDoFilter(db, todo, rows) : () => true
    const matching = rows.filter(row => isWanted(row) && matchesSearch(row, search))
    const sorted =
      sort || order === 'desc' ? sortedBy(matching, order, await sortKeyOf(db, sort ?? 'name')) : matching
    return presentRestaurants(
      db,
      pageOf(reply, sorted, { limit, offset }, () => []),
    )
  }
  serve(app, listRestaurants, handleList, { hasEtag: true })

  serveCached(app, deps, listCampusRestaurants, async ({ db, params }) => {
    await requireCampus(db, params.campusCode)
    const rows = await readRows(db, params.campusCode)
    return presentRestaurants(db, rows.sort(byName))
  })

  serve(app, getRestaurant, async ({ params }) =>
    presentRestaurant(db, await requireRestaurant(db, params.id)),
  )

  serveCachedForViewer(app, deps, listUnrated, async ({ db, viewer }) => {
    const rows = await listUnratedRows(db, viewer.id)
    return presentRestaurants(db, rows.sort(byName))
  })

  serveCachedForViewer(app, deps, listUnratedOfCampus, async ({ db, params, viewer }) => {
    await requireCampus(db, params.campusCode)
    const rows = await listUnratedRows(db, viewer.id, params.campusCode)
    return presentRestaurants(db, rows.sort(byName))
  })
}

/** The enabled restaurants that a user has not rated, optionally only those near one campus. */
async function listUnratedRows(db: Db, userId: number, campusCode?: string): Promise<Row<'restaurants'>[]> {
  let query = db
    .selectFrom('restaurants')
    .selectAll()
    .where('disabled', '=', false)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('ratings')
            .select('ratings.id')
            .where('ratings.userId', '=', userId)
            .whereRef('ratings.restaurantId', '=', 'restaurants.id'),
        ),
      ),
    )
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  return query.orderBy('id').execute()
}

type Filter = (row: Row<'restaurants'>) => boolean

/** Returns a predicate for restaurants with this to-do, as the overview counts them; doubles are found among `rows`. */
async function toDoFilter(
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

type SortKey = (typeof restaurantSortKeys)[number]
type KeyOf = (row: Row<'restaurants'>) => string | number | null

/** Returns the key to sort rows by. Campuses are sorted by name, as they are shown. */
async function sortKeyOf(db: Db, key: SortKey): Promise<KeyOf> {
  if (key !== 'campusCode') return sortKeys[key]
  const names = await readCampusNames(db)
  return row => names.get(row.campusCode) ?? row.campusCode
}

const sortKeys: Record<Exclude<SortKey, 'campusCode'>, KeyOf> = {
  name: row => row.name,
  price: row => row.price?.length ?? null,
  distance: row => row.distance,
  travelTime: row => (row.travelTime === 0 ? null : row.travelTime),
  avgRating: row => (row.ratingCount === 0 ? null : row.ratingSum / row.ratingCount),
  ratingCount: row => row.ratingCount,
  updatedAt: row => row.updatedAt,
}

const readRows = (db: Db, campusCode: string | undefined) =>
  list(db, 'restaurants', campusCode === undefined ? {} : { campusCode }, { order: ['id'] })

/** The restaurants of one or all campuses, cached because reading and sorting thousands is slower than using them. */
export const rowsByName = (
  { cache }: Deps,
  campusCode: string | undefined,
): Promise<readonly Row<'restaurants'>[]> =>
  cache.get(
    JSON.stringify(['restaurants by name', campusCode]),
    async db => (await readRows(db, campusCode)).sort(byName),
    { sizeOf: rows => rows.length * 1_500 },
  )

const byName = (a: Row<'restaurants'>, b: Row<'restaurants'>) => compareNames(a.name, b.name)
