// On both engines: races.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import {
  addFavorite,
  listFavoriteIds,
  listFavorites,
  removeFavorite,
  removeFavoriteOfRestaurant,
} from '../contract.ts'

const app = await startApp()
const { db } = app

const rowsOf = ({ id }: { id: number }) =>
  db.selectFrom('favorites').selectAll().where('userId', '=', id).orderBy('id').execute()
/** Adds it for this user, or a new restaurant. */
const add = async (who: { id: number }, restaurant?: { id: number }) => {
  const { id: restaurantId } = restaurant ?? (await app.restaurant())
  return app.as(who).call(addFavorite, { body: { restaurantId } })
}

test('favorites are listed latest first, those of deleted restaurants too, and removed by their id or restaurant', async () => {
  const user = await app.user()
  const ana = app.as(user)
  expect((await ana.call(listFavorites)).body).toEqual([])
  const [first, second, third] = [await app.restaurant(), await app.restaurant(), await app.restaurant()]
  const added = []
  for (const place of [first, second, third]) {
    app.clock.advance({ minutes: 1 })
    added.push(await add(user, place))
  }
  const { id, name } = first
  const restaurant = { id, name, avgRating: null, ratingCount: 0 }
  expect(added[0]).toMatchObject({ status: 201, body: { userId: user.id, restaurantId: id, restaurant } })
  expect(await add(user, first)).toMatchObject({ status: 200, body: added[0]?.body })
  await add(await app.user(), first)

  await db.deleteFrom('restaurants').where('id', '=', second.id).execute()
  expect((await ana.call(listFavoriteIds)).body).toEqual([third.id, second.id, first.id])
  const { body } = await ana.call(listFavorites)
  const gone = { restaurantId: second.id, restaurant: null }
  expect(body).toMatchObject([{ restaurant: { id: third.id } }, gone, { restaurant: { id: first.id } }])
  const params = { restaurantId: second.id }
  expect((await ana.call(removeFavoriteOfRestaurant, { params })).status).toBe(204)
  const removed = await ana.call(removeFavorite, { params: { id: added[0]?.body.id ?? 0 } })
  expect(removed).toMatchObject({ status: 204, body: undefined })
  expect(await rowsOf(user)).toMatchObject([{ restaurantId: third.id }])
})

test('a favorite beyond the limit is 409 with details; removing one or deleting its restaurant makes room', async () => {
  await app.set('favorites_limit', '2')
  const ana = await app.user()
  const [first, second, third] = [await add(ana), await add(ana), await add(ana)]
  expect(third.status).toBe(409)
  expect(third.error).toEqual({
    message: 'Favorites limit reached',
    details: 'You can have at most 2 favorites. Remove one to add another.',
  })
  expect(await rowsOf(ana)).toHaveLength(2)
  expect((await add(ana, { id: first.body.restaurantId })).status).toBe(200)

  await db.deleteFrom('restaurants').where('id', '=', second.body.restaurantId).execute()
  expect((await add(ana)).status).toBe(201)
  await app.as(ana).call(removeFavorite, { params: { id: first.body.id } })
  expect((await add(ana)).status).toBe(201)
  expect((await add(ana)).status).toBe(409)
})

test('of thirty simultaneous additions with room for one, exactly one succeeds [T-53]', async () => {
  await app.set('favorites_limit', '5')
  const ana = await app.user()
  for (let i = 0; i < 4; i += 1) await add(ana)
  const places = await Promise.all(Array.from({ length: 30 }, () => app.restaurant()))
  const replies = await Promise.all(places.map(place => add(ana, place)))
  expect(replies.filter(reply => reply.status === 201)).toHaveLength(1)
  const errors = replies.filter(reply => reply.status === 409)
  expect(errors).toHaveLength(29)
  expect(errors.every(({ error }) => typeof error.details === 'string')).toBe(true)
  expect(await rowsOf(ana)).toHaveLength(5)
})

test.runIf(process.env.ENGINE === 'postgres')(
  'a favorite that is added again while its removal is still being committed is there afterwards [T-53]',
  async () => {
    const ana = await app.user()
    const place = await app.restaurant()
    await add(ana, place)
    await sql`create function "slowly"() returns trigger language plpgsql as $$ begin
      perform pg_sleep(1); return null; end $$`.execute(db)
    await sql`create constraint trigger "slowly" after delete on "favorites" deferrable initially deferred
      for each row execute function "slowly"()`.execute(db)
    const params = { restaurantId: place.id }
    const removal = app.as(ana).call(removeFavoriteOfRestaurant, { params })
    // Others' tests may sleep in their databases.
    const sleeping = sql`select from pg_stat_activity
      where wait_event = 'PgSleep' and datname = current_database()`
    await expect.poll(async () => (await sleeping.execute(db)).rows).toHaveLength(1)
    expect((await add(ana, place)).status).toBe(201)
    expect((await removal).status).toBe(204)
    await sql`drop function "slowly" cascade`.execute(db)
    expect(await rowsOf(ana)).toHaveLength(1)
  },
)
