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

test('a favorite is added once; adding it again returns it', async () => {
  const ana = await app.user()
  const diner = await app.restaurant()
  const add = () => app.as(ana).call(addFavorite, { body: { restaurantId: diner.id } })
  const first = await add()
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    userId: ana.id,
    restaurantId: diner.id,
    restaurant: { id: diner.id, name: diner.name, avgRating: null, ratingCount: 0 },
  })
  const second = await add()
  expect(second.status).toBe(200)
  expect(second.body).toEqual(first.body)
  expect(await rowsOf(ana)).toHaveLength(1)
})

test('users see only their own favorites, latest first, including those of deleted restaurants', async () => {
  const ana = app.as(await app.user())
  expect((await ana.call(listFavorites)).body).toEqual([])
  const [first, second] = [await app.restaurant({ name: 'First' }), await app.restaurant({ name: 'Second' })]
  for (const { id } of [first, second]) {
    app.clock.advance({ minutes: 1 })
    await ana.call(addFavorite, { body: { restaurantId: id } })
  }
  await app.as(await app.user()).call(addFavorite, { body: { restaurantId: first.id } })
  await db.deleteFrom('restaurants').where('id', '=', second.id).execute()
  expect((await ana.call(listFavoriteIds)).body).toEqual([second.id, first.id])
  const { body } = await ana.call(listFavorites)
  expect(body.map(favorite => [favorite.restaurantId, favorite.restaurant?.name ?? null])).toEqual([
    [second.id, null],
    [first.id, 'First'],
  ])
  const params = { restaurantId: second.id }
  expect((await ana.call(removeFavoriteOfRestaurant, { params })).status).toBe(204)
  expect((await ana.call(listFavorites)).body).toHaveLength(1)
})

test('a favorite is removed by its id or by its restaurant', async () => {
  const ana = await app.user()
  const caller = app.as(ana)
  const add = async () => {
    const { id } = await app.restaurant()
    return (await caller.call(addFavorite, { body: { restaurantId: id } })).body
  }
  const [byId, byRestaurant, kept] = [await add(), await add(), await add()]
  const removed = await caller.call(removeFavorite, { params: { id: byId.id } })
  expect(removed).toMatchObject({ status: 204, body: undefined })
  const params = { restaurantId: byRestaurant.restaurantId }
  expect((await caller.call(removeFavoriteOfRestaurant, { params })).status).toBe(204)
  expect(await rowsOf(ana)).toMatchObject([{ id: kept.id }])
})

test('a favorite beyond the limit is 409 with details; removing one or deleting its restaurant makes room', async () => {
  await app.set('favorites_limit', '2')
  const ana = await app.user()
  const add = async () => {
    const { id } = await app.restaurant()
    return app.as(ana).call(addFavorite, { body: { restaurantId: id } })
  }
  const [first, second, third] = [await add(), await add(), await add()]
  expect(third.status).toBe(409)
  expect(third.error).toEqual({
    message: 'Favorites limit reached',
    details: 'You can have at most 2 favorites. Remove one to add another.',
  })
  expect(await rowsOf(ana)).toHaveLength(2)
  const known = await app.as(ana).call(addFavorite, { body: { restaurantId: first.body.restaurantId } })
  expect(known.status).toBe(200)

  await db.deleteFrom('restaurants').where('id', '=', second.body.restaurantId).execute()
  expect((await add()).status).toBe(201)
  await app.as(ana).call(removeFavorite, { params: { id: first.body.id } })
  expect((await add()).status).toBe(201)
  expect((await add()).status).toBe(409)
})

test('of thirty simultaneous additions with room for one, exactly one succeeds [T-53]', async () => {
  await app.set('favorites_limit', '5')
  const ana = await app.user()
  const add = (restaurantId: number) => app.as(ana).call(addFavorite, { body: { restaurantId } })
  for (let i = 0; i < 4; i += 1) await add((await app.restaurant()).id)
  const places = await Promise.all(Array.from({ length: 30 }, () => app.restaurant()))
  const replies = await Promise.all(places.map(place => add(place.id)))
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
    const { id: restaurantId } = await app.restaurant()
    const add = () => app.as(ana).call(addFavorite, { body: { restaurantId } })
    await add()
    await sql`create function "slowly"() returns trigger language plpgsql as $$ begin
      perform pg_sleep(1); return null; end $$`.execute(db)
    await sql`create constraint trigger "slowly" after delete on "favorites" deferrable initially deferred
      for each row execute function "slowly"()`.execute(db)
    const removal = app.as(ana).call(removeFavoriteOfRestaurant, { params: { restaurantId } })
    await expect
      .poll(
        async () => (await sql`select from pg_stat_activity where wait_event = 'PgSleep'`.execute(db)).rows,
      )
      .toHaveLength(1)
    expect((await add()).status).toBe(201)
    expect((await removal).status).toBe(204)
    await sql`drop function "slowly" cascade`.execute(db)
    expect(await rowsOf(ana)).toHaveLength(1)
  },
)
