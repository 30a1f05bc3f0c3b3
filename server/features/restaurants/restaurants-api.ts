import type { FastifyInstance } from 'fastify'
import {
  getRestaurant,
  listCampusRestaurants,
  listRestaurants,
  listUnrated,
  listUnratedOfCampus,
  pickRestaurant,
  updateRestaurant,
} from '#contract/restaurants.ts'
import { compareNames } from '#domain/compare-names.ts'
import { matchesSearch } from '#domain/search.ts'
import type { RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { editRestaurant } from './edit-restaurant.ts'
import { expectCampus, expectRestaurant } from './expect.ts'
import { pickAmong } from './pick-among.ts'
import { presentRestaurant, presentRestaurants } from './present-restaurant.ts'
import { listRestaurantRows, listRestaurantRowsOfCampus, listUnratedRows } from './restaurants-store.ts'

export function restaurantsApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, listRestaurants, async ({ query, reply }) => {
    const { limit, offset = 0, search = '' } = query
    const found = (await listRestaurantRows(db)).filter(row => matchesSearch(row, search)).sort(byName)
    reply.header('x-total-count', found.length)
    return presentRestaurants(db, found.slice(offset, limit === undefined ? undefined : offset + limit))
  })

  serve(app, listCampusRestaurants, async ({ params }) => {
    await expectCampus(db, params.campusCode)
    const rows = await listRestaurantRowsOfCampus(db, params.campusCode)
    return presentRestaurants(db, rows.sort(byName))
  })

  serve(app, getRestaurant, async ({ params }) =>
    presentRestaurant(db, await expectRestaurant(db, params.id)),
  )

  serve(app, pickRestaurant, async ({ params, query }) => {
    await expectCampus(db, params.campusCode)
    const rows = await listRestaurantRowsOfCampus(db, params.campusCode)
    const picked = pickAmong(rows, query)
    if (!picked) throw notFound('Could not find a random restaurant')
    return presentRestaurant(db, picked)
  })

  serve(app, listUnrated, async ({ viewer }) => {
    const rows = await listUnratedRows(db, viewer.id)
    return presentRestaurants(db, rows.sort(byName))
  })

  serve(app, listUnratedOfCampus, async ({ params, viewer }) => {
    await expectCampus(db, params.campusCode)
    const rows = await listUnratedRows(db, viewer.id, params.campusCode)
    return presentRestaurants(db, rows.sort(byName))
  })

  serve(app, updateRestaurant, async ({ params, body }) => {
    const row = await editRestaurant(deps, params.id, body)
    return presentRestaurant(db, row)
  })
}

const byName = (a: RestaurantRow, b: RestaurantRow) => compareNames(a.name, b.name)
