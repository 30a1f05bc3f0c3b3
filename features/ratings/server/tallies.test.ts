// On both engines: races.
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
  tuple,
} from 'fast-check'
import { expect, test } from 'vitest'
import { updateUser } from '#features/accounts/users-contract.ts'
import { listDepartments, saveDepartments } from '#features/departments/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { restoreTrash } from '#features/trash/contract.ts'
import { change, remove } from '#kit/server/database/rows.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { rate } from '#tests/support/rate.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createRatingFor, deleteAnyRating, saveRatingsFor } from '../admin-ratings-contract.ts'
import { createRating, getAverage, listAverages } from '../contract.ts'

const app = await startApp()
const { db, deps } = app
// Each run takes a second, so the nightly run makes more of them.
const everything = process.env.EVERYTHING === 'true'

const departments = ['Worship', 'Finance', 'Care'] as const
const stars = integer({ min: 1, max: 5 })

// A step refers to its person and place by index, so that every sequence of steps is valid.
const person = nat(3)
const step = oneof(
  { weight: 6, arbitrary: record({ kind: constantFrom('rate'), person, place: nat(2), value: stars }) },
  { weight: 2, arbitrary: record({ kind: constantFrom('move'), person, to: constantFrom(...departments) }) },
  { weight: 1, arbitrary: record({ kind: constantFrom('delete'), person }) },
)

test('the tallies equal the sums of the ratings after any sequence of ratings, moves and deletions', async () => {
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 25 }), async steps => {
      const places = [await app.restaurant(), await app.restaurant(), await app.restaurant()]
      const people = [await app.user(), await app.user(), await app.user(), await app.user()]
      for (const action of steps) {
        const user = people[action.person]
        if (!user) continue
        if ('place' in action) await rate(deps, user.id, places[action.place]?.id ?? 0, action)
        else if ('to' in action) await moveUser(user.id, action.to)
        else people[action.person] = await replaceUser(user.id)
        expect(await storedTallies(db)).toEqual(await trueTallies(db))
      }
    }),
    { numRuns: everything ? 25 : 8 },
  )
})

test('the tallies equal the sums of the ratings after simultaneous ratings, moves and deletions', async () => {
  await assert(
    asyncProperty(array(tuple(person, nat(2), stars), { minLength: 10, maxLength: 30 }), async ratings => {
      const places = [await app.restaurant(), await app.restaurant(), await app.restaurant()]
      const people = [await app.user(), await app.user(), await app.user(), await app.user()]
      const [mover, leaver] = people
      const rated = ratings.map(([by, place, value]) =>
        // A user deleted in the meantime is rejected.
        rate(deps, people[by]?.id ?? 0, places[place]?.id ?? 0, { value }).catch(rejected),
      )
      const moved = departments.map(department => moveUser(mover?.id ?? 0, department))
      const settled = await Promise.allSettled([...rated, ...moved, replaceUser(leaver?.id ?? 0)])
      expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
      expect(await storedTallies(db)).toEqual(await trueTallies(db))
    }),
    { numRuns: everything ? 10 : 4 },
  )
})

test('simultaneous ratings by a user, and ratings and deletions by an administrator, never leave two ratings [T-51]', async () => {
  const [user, admin] = [await app.user(), await app.admin()]
  const { id: restaurantId } = await app.restaurant()
  const rows = () => db.selectFrom('ratings').selectAll().where('restaurantId', '=', restaurantId).execute()
  const kinds = [
    (value: number) => app.as(user).call(createRating, { body: { restaurantId, value } }),
    (value: number) =>
      app.as(admin).call(createRatingFor, { body: { userId: user.id, restaurantId, value } }),
    async () => app.as(admin).call(deleteAnyRating, idParams((await rows())[0] ?? { id: 4711 })),
  ]
  const replies = Array.from({ length: 42 }, (_, i) => kinds[i % 3]?.((i % 5) + 1))
  const statuses = (await Promise.all(replies)).map(reply => reply?.status ?? 0)
  expect(statuses.filter(status => ![200, 201, 204, 404].includes(status))).toEqual([])
  expect((await rows()).length).toBeLessThan(2)
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})

test('fifty simultaneous ratings by one person leave one row and the correct average [T-51]', async () => {
  const ana = app.as(await app.user())
  const diner = await app.restaurant()
  const sent = Array.from({ length: 50 }, (_, i) => ({ restaurantId: diner.id, value: (i % 5) + 1 }))
  const responses = await Promise.all(sent.map(body => ana.call(createRating, { body })))

  expect(responses.filter(response => response.status === 201)).toHaveLength(1)
  expect(responses.filter(response => response.status === 200)).toHaveLength(49)
  const rows = await db.selectFrom('ratings').selectAll().where('restaurantId', '=', diner.id).execute()
  expect(rows).toHaveLength(1)
  const { body } = await ana.call(getAverage, { params: { id: diner.id } })
  expect(body).toEqual({ restaurantId: diner.id, averageRating: rows[0]?.value, ratingCount: 1 })
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})

// What else administrators do, through the API.
const deed = oneof(
  {
    weight: 4,
    arbitrary: record({ kind: constantFrom('rate', 'rateFor'), person, place: nat(2), value: stars }),
  },
  { weight: 2, arbitrary: record({ kind: constantFrom('clear', 'saveAll', 'move'), person, value: stars }) },
  { weight: 2, arbitrary: record({ kind: constantFrom('deletePlace'), place: nat(2) }) },
  { weight: 2, arbitrary: record({ kind: constantFrom('restore', 'rename') }) },
)

test('averages equal a plain count after any sequence of deletions, restores, moves and renames', async () => {
  const root = app.as(await app.superUser())
  await assert(
    asyncProperty(array(deed, { minLength: 5, maxLength: 15 }), async deeds => {
      const places = [await app.restaurant(), await app.restaurant(), await app.restaurant()]
      const people = [await app.user(), await app.user(), await app.user(), await app.user()]
      for (const action of deeds) {
        await doAsAdministrator(root, action, { places, people })
        expect(await storedTallies(db)).toEqual(await trueTallies(db))
        expect((await root.call(listAverages)).body).toEqual(await plainAverages())
      }
    }),
    { numRuns: everything ? 6 : 3 },
  )
})

type Deed = typeof deed extends Arbitrary<infer D> ? D : never
type Cast = { places: { id: number }[]; people: { id: number }[] }

async function doAsAdministrator(root: ReturnType<typeof app.as>, action: Deed, { places, people }: Cast) {
  const userId = 'person' in action ? (people[action.person]?.id ?? 0) : 0
  const restaurantId = 'place' in action ? (places[action.place]?.id ?? 0) : 0
  const kinds: Record<Deed['kind'], (value: number) => Promise<{ status: number } | undefined>> = {
    rate: value => app.as({ id: userId }).call(createRating, { body: { restaurantId, value } }),
    rateFor: value => root.call(createRatingFor, { body: { userId, restaurantId, value } }),
    saveAll: value =>
      root.call(saveRatingsFor, {
        body: { userId, ratings: places.map(({ id }) => ({ restaurantId: id, value })) },
      }),
    move: value =>
      root.call(updateUser, { params: { id: userId }, body: { department: departments[value % 3] } }),
    clear: async () => {
      const rating = await db
        .selectFrom('ratings')
        .select('id')
        .where('userId', '=', userId)
        .executeTakeFirst()
      return rating && root.call(deleteAnyRating, idParams(rating))
    },
    deletePlace: () => root.call(deleteRestaurant, { params: { id: restaurantId } }),
    restore: async () => {
      for (const kind of ['restaurant', 'rating'] as const) {
        const trash = await db.selectFrom('trash').select('itemId').where('kind', '=', kind).execute()
        const body = { kind, ids: trash.map(({ itemId }) => itemId) }
        if (trash.length > 0) expect((await root.call(restoreTrash, { body })).status).toBe(200)
      }
      return undefined
    },
    rename: async () => {
      const { body } = await root.call(listDepartments)
      const [from, to] = body.departments.includes('Care') ? ['Care', 'Comfort'] : ['Comfort', 'Care']
      const renamed = body.departments.map(name => (name === from ? to : name))
      return root.call(saveDepartments, { body: { departments: renamed, rename: { from, to } } })
    },
  }
  const reply = await kinds[action.kind]('value' in action ? action.value : 0)
  // 404 if something no longer exists, and 400 if the department was renamed.
  expect([200, 201, 204, 400, 404]).toContain(reply?.status ?? 200)
}

async function plainAverages() {
  const [places, ratings] = [
    await db.selectFrom('restaurants').select('id').orderBy('id').execute(),
    await db.selectFrom('ratings').select(['restaurantId', 'value']).execute(),
  ]
  const given = Map.groupBy(ratings, ({ restaurantId }) => restaurantId)
  return places.map(({ id }) => {
    const values = (given.get(id) ?? []).map(({ value }) => value)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    // Halves of a tenth are rounded up.
    const averageRating = values.length === 0 ? null : Math.floor(mean * 10 + 0.5 + 1e-9) / 10
    return { restaurantId: id, averageRating, ratingCount: values.length }
  })
}

const moveUser = (id: number, department: string) =>
  db.transaction().execute(tx => change(tx, 'users', { id }, { department }))

async function replaceUser(id: number) {
  await db.transaction().execute(tx => remove(tx, 'users', { id }))
  return app.user()
}

function rejected(error: unknown): void {
  expect(error).toMatchObject({ status: 401 })
}
