import { array, assert, asyncProperty, constantFrom, integer, nat, oneof, record, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { createRatingFor, deleteAnyRating } from '#contract/admin-ratings.ts'
import { createRating, getAverage } from '#contract/ratings.ts'
import { lockRater } from '#server/data/rating-locks-store.ts'
import { moveUserTallies, recountTallies, removeUserTallies } from '#server/data/tallies-store.ts'
import { idParams } from '#server/testing/caller.ts'
import { startApp } from '#server/testing/start-app.ts'
import { storedTallies, trueTallies } from '#server/testing/tallies.ts'
import { rate } from './rate.ts'

const app = await startApp()
const { db, deps } = app

const departments = ['Worship', 'Finance', 'Care'] as const
const stars = integer({ min: 1, max: 5 })

// A step names its person and place by number, so that every sequence makes sense whatever came before.
const person = nat(3)
const step = oneof(
  { weight: 6, arbitrary: record({ kind: constantFrom('rate'), person, place: nat(2), value: stars }) },
  { weight: 2, arbitrary: record({ kind: constantFrom('move'), person, to: constantFrom(...departments) }) },
  { weight: 1, arbitrary: record({ kind: constantFrom('delete'), person }) },
)

test('whatever happens in whatever order, the tallies are what the ratings add up to', async () => {
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
    { numRuns: 25 },
  )
})

test('the same holds when it all happens at once', async () => {
  await assert(
    asyncProperty(array(tuple(person, nat(2), stars), { minLength: 10, maxLength: 30 }), async ratings => {
      const places = [await app.restaurant(), await app.restaurant(), await app.restaurant()]
      const people = [await app.user(), await app.user(), await app.user(), await app.user()]
      const [mover, leaver] = people
      const rated = ratings.map(([by, place, value]) =>
        // Who was deleted meanwhile is refused.
        rate(deps, people[by]?.id ?? 0, places[place]?.id ?? 0, { value }).catch(refused),
      )
      const moved = departments.map(department => moveUser(mover?.id ?? 0, department))
      await Promise.all([...rated, ...moved, replaceUser(leaver?.id ?? 0)])
      expect(await storedTallies(db)).toEqual(await trueTallies(db))
    }),
    { numRuns: 10 },
  )
})

test('somebody rates, an administrator rates for them, and takes it away, all at once: never two [T-51]', async () => {
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

test('fifty simultaneous ratings by one person leave one row and the right average [T-51]', async () => {
  const ana = app.as(await app.user())
  const diner = await app.restaurant()
  const sent = Array.from({ length: 50 }, (_, i) => ({ restaurantId: diner.id, value: (i % 5) + 1 }))
  const answers = await Promise.all(sent.map(body => ana.call(createRating, { body })))

  expect(answers.filter(answer => answer.status === 201)).toHaveLength(1)
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(49)
  const rows = await db.selectFrom('ratings').selectAll().where('restaurantId', '=', diner.id).execute()
  expect(rows).toHaveLength(1)
  const { body } = await ana.call(getAverage, { params: { id: diner.id } })
  expect(body).toEqual({ restaurantId: diner.id, averageRating: rows[0]?.value, ratingCount: 1 })
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})

test('thirty people who rate one restaurant at once are all counted', async () => {
  const diner = await app.restaurant()
  const people = await Promise.all(Array.from({ length: 30 }, () => app.user()))
  await Promise.all(
    people.map((user, i) =>
      app.as(user).call(createRating, { body: { restaurantId: diner.id, value: (i % 5) + 1 } }),
    ),
  )
  const { body } = await app.as(null).call(getAverage, { params: { id: diner.id } })
  expect(body).toMatchObject({ message: 'Please sign in' })
  const seen = await app.as(await app.user()).call(getAverage, { params: { id: diner.id } })
  expect(seen.body).toEqual({ restaurantId: diner.id, averageRating: 3, ratingCount: 30 })
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})

test('counting anew repairs tallies, and finds the same where they were right', async () => {
  const before = await storedTallies(db)
  await db.updateTable('restaurants').set({ ratingCount: 7, ratingSum: 9 }).execute()
  await db.deleteFrom('departmentTallies').where('department', '=', 'Worship').execute()
  await db.transaction().execute(recountTallies)
  expect(await storedTallies(db)).toEqual(before)
  expect(before).toEqual(await trueTallies(db))
})

async function moveUser(userId: number, to: string): Promise<void> {
  await db.transaction().execute(async tx => {
    const rater = await lockRater(tx, userId)
    if (!rater) return
    await tx.updateTable('users').set({ department: to }).where('id', '=', userId).execute()
    await moveUserTallies(tx, userId, { from: rater.department, to })
  })
}

async function replaceUser(userId: number) {
  await db.transaction().execute(async tx => {
    await removeUserTallies(tx, userId)
    await tx.deleteFrom('users').where('id', '=', userId).execute()
  })
  return app.user()
}

function refused(error: unknown): void {
  expect(error).toMatchObject({ status: 401 })
}
