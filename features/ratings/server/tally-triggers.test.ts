// On both engines: dialect, locks.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countLockWaits } from '#tests/support/databases/lock-waits.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { rate } from '#tests/support/rate.ts'
import { startApp } from '#tests/support/start-app.ts'

/* What the triggers of migration 0048 must see to beyond single ratings (ratings.model.test.ts). */

const app = await startApp()
const { db, deps } = app
const isPostgres = process.env.ENGINE === 'postgres'

test('what foreign keys and statements that know nothing of tallies change is tallied, too', async () => {
  const [ana, ben] = [await app.user({ department: 'Care' }), await app.user({ department: 'Worship' })]
  const [diner, grill] = [await app.restaurant(), await app.restaurant()]
  const time = app.clock.now().toISOString()
  const given = [ana, ben].flatMap(({ id: userId }) =>
    [diner, grill].map(({ id: restaurantId }) => ({ userId, restaurantId, value: 3 })),
  )
  const ratings = given.map(rating => ({ ...rating, createdAt: time, updatedAt: time }))
  const steps = [
    () => db.insertInto('ratings').values(ratings),
    () =>
      db
        .updateTable('ratings')
        .set(eb => ({ value: eb('value', '+', 1) }))
        .where('value', '<', 5),
    () => db.updateTable('users').set({ department: 'Finance' }),
    () => db.updateTable('departments').set({ name: 'Money' }).where('name', '=', 'Finance'),
    () => db.deleteFrom('users').where('id', '=', ana.id),
    () => db.deleteFrom('restaurants').where('id', '=', diner.id),
    () => db.updateTable('departments').set({ name: 'Finance' }).where('name', '=', 'Money'),
    () => db.deleteFrom('ratings'),
  ]
  for (const step of steps) {
    await step().execute()
    expect(await storedTallies(db)).toEqual(await trueTallies(db))
  }
  expect(await storedTallies(db)).toEqual({})
})

test.runIf(isPostgres)(
  'a process of the version before, which tallies by itself until it is replaced, changes nothing twice',
  async () => {
    const [{ id: userId }, { id: restaurantId }] = [await app.user(), await app.restaurant()]
    const add = sql`insert into "departmentTallies" values (${restaurantId}, 'Care', 1, 4)
      on conflict ("restaurantId", "department") do update set "ratingCount" = "departmentTallies"."ratingCount" + 1,
      "ratingSum" = "departmentTallies"."ratingSum" + excluded."ratingSum"`
    const subtract = sql`update "departmentTallies" set "ratingCount" = "ratingCount" - 1, "ratingSum" = "ratingSum" - 4
      where "restaurantId" = ${restaurantId}`
    const removeEmpty = sql`delete from "departmentTallies" where "ratingCount" = 0 and "restaurantId" = ${restaurantId}`
    const count = (sign: 1 | -1) => sql`update "restaurants" set "ratingCount" = "ratingCount" + ${sign},
      "ratingSum" = "ratingSum" + ${sign * 4}, "ratingSquares" = "ratingSquares" + ${sign * 16}
      where "id" = ${restaurantId}`
    const rated = sql`insert into "ratings" ("userId", "restaurantId", "value", "createdAt", "updatedAt")
      values (${userId}, ${restaurantId}, 4, '', '')`
    const moved = sql`update "users" set "department" = 'Care' where "id" = ${userId}`
    const recounted = [
      sql`delete from "departmentTallies" where "restaurantId" = ${restaurantId}`,
      sql`insert into "departmentTallies" values (${restaurantId}, 'Care', 1, 4)`,
      sql`update "restaurants" set "ratingCount" = 1, "ratingSum" = 4, "ratingSquares" = 16
        where "id" = ${restaurantId}`,
    ]
    const left = sql`delete from "users" where "id" = ${userId}`
    const transactions = [
      [rated, count(1), add],
      [subtract, add, removeEmpty, moved],
      recounted,
      [count(-1), subtract, removeEmpty, left],
    ]
    for (const statements of transactions) {
      await db.transaction().execute(async tx => {
        for (const statement of statements) await statement.execute(tx)
      })
      expect(await storedTallies(db)).toEqual(await trueTallies(db))
    }
  },
)

test.runIf(isPostgres)(
  'an account that moves while a restaurant is deleted waits, and its rating of it is tallied no more',
  async () => {
    const { id } = await app.user({ department: 'Care' })
    const [diner, grill] = [await app.restaurant(), await app.restaurant()]
    for (const place of [diner, grill]) await rate(deps, id, place.id, { value: 4 })
    const moved = await db.transaction().execute(async tx => {
      await tx.deleteFrom('restaurants').where('id', '=', diner.id).execute()
      const move = db.updateTable('users').set({ department: 'Worship' }).where('id', '=', id).execute()
      await expect.poll(() => countLockWaits(db)).toBe(1)
      return { move }
    })
    await moved.move
    expect(await storedTallies(db)).toEqual(await trueTallies(db))
    expect(await storedTallies(db)).toHaveProperty(`${grill.id} Worship`, { count: 1, sum: 4 })
  },
)
