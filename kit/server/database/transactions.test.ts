// On both engines: dialect, locks.
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { engineOf } from './drivers/dialect.ts'
import { readConsistently, wakeAfterCommit, wakeWhenQueued, withRetries } from './transactions.ts'

const { db, restaurant } = await startApp()

test.runIf(engineOf(db) === 'postgres')(
  'when two transactions deadlock, one of them is retried and both succeed',
  async () => {
    const [one, other] = [(await restaurant()).id, (await restaurant()).id]
    let attempts = 0
    let holding = 0
    const bothHold = Promise.withResolvers<void>()
    const change = (first: number, second: number, name: string) =>
      db.transaction().execute(async tx => {
        attempts += 1
        await tx.updateTable('restaurants').set({ cuisine: name }).where('id', '=', first).execute()
        holding += 1
        if (holding === 2) bothHold.resolve()
        await bothHold.promise
        await tx.updateTable('restaurants').set({ phone: name }).where('id', '=', second).execute()
      })
    await Promise.all([change(one, other, 'soup'), change(other, one, 'salad')])
    expect(attempts).toBe(3)
    const rows = await db.selectFrom('restaurants').select(['cuisine', 'phone']).orderBy('id').execute()
    expect(rows).toEqual([
      { cuisine: 'soup', phone: 'salad' },
      { cuisine: 'salad', phone: 'soup' },
    ])
  },
)

test('statements of a transaction that are started together run in their order, and stay or go together', async () => {
  const { id } = await restaurant({ name: 'Soup' })
  const change = (...names: RawBuilder<unknown>[]) =>
    db
      .transaction()
      .execute(tx =>
        Promise.all(
          names.map(name => sql`update "restaurants" set "name" = ${name} where "id" = ${id}`.execute(tx)),
        ),
      )
  const name = async () =>
    (await db.selectFrom('restaurants').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
  await change(sql`"name" || ' and'`, sql`"name" || ' salad'`)
  expect(await name()).toBe('Soup and salad')
  await expect(change(sql`'Pizza'`, sql`null`, sql`'Pasta'`)).rejects.toThrow(/not.null/i)
  expect(await name()).toBe('Soup and salad')
})

test('work with an error of its own is tried once, work with a lasting transient error a few times', async () => {
  const failing = async (error: Error) => {
    let attempts = 0
    const work = withRetries(async () => {
      attempts += 1
      throw error
    })
    await expect(work).rejects.toBe(error)
    return attempts
  }
  expect(await failing(new Error('wrong'))).toBe(1)
  expect(await failing(Object.assign(new Error('unique'), { code: '23505' }))).toBe(1)
  for (const code of ['40P01', '40001', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'])
    expect(await failing(Object.assign(new Error('later'), { code }))).toBe(5)
})

test('whoever works through a queue is woken once for each commit, and for nothing that was rolled back', async () => {
  const woken: string[] = []
  const worker = (name: string) => ({ wake: () => void woken.push(name) })
  wakeWhenQueued(db, { mail: worker('mail'), chat: worker('chat') })
  let attempts = 0
  await db.transaction().execute(async tx => {
    attempts += 1
    wakeAfterCommit(tx, attempts === 1 ? 'chat' : 'mail')
    if (attempts === 1) throw Object.assign(new Error('later'), { code: '40P01' })
    wakeAfterCommit(tx, 'mail')
    wakeAfterCommit(tx, 'unknown')
    expect(woken).toEqual([])
  })
  expect([attempts, woken]).toEqual([2, ['mail']])
  const failed = db.transaction().execute(async tx => {
    wakeAfterCommit(tx, 'mail')
    throw new Error('wrong')
  })
  await expect(failed).rejects.toThrow('wrong')
  expect(woken).toEqual(['mail'])
  wakeAfterCommit(db, 'chat')
  expect(woken).toEqual(['mail', 'chat'])
})

test('prepared statements keep working after another version of the program has changed their table', async () => {
  const { id } = await restaurant()
  const read = () => db.selectFrom('restaurants').selectAll().where('id', '=', id).executeTakeFirst()
  for (let i = 0; i < 5; i += 1) await Promise.all(Array.from({ length: 10 }, read))
  await db.schema.alterTable('restaurants').addColumn('parking', 'text').execute()
  for (let i = 0; i < 5; i += 1)
    for (const row of await Promise.all(Array.from({ length: 10 }, read)))
      expect(row).toMatchObject({ id, parking: null })
  const within = await db.transaction().execute(async tx => {
    await tx.updateTable('restaurants').set({ phone: '1' }).where('id', '=', id).execute()
    return tx.selectFrom('restaurants').selectAll().where('id', '=', id).executeTakeFirst()
  })
  expect(within).toMatchObject({ id, parking: null, phone: '1' })

  const readAtOnce = () =>
    readConsistently(db, tx =>
      tx.selectFrom('restaurants').selectAll().where('id', '=', id).executeTakeFirst(),
    )
  for (let i = 0; i < 5; i += 1) await Promise.all(Array.from({ length: 10 }, readAtOnce))
  await db.schema.alterTable('restaurants').addColumn('patio', 'text').execute()
  for (const row of await Promise.all(Array.from({ length: 10 }, readAtOnce)))
    expect(row).toMatchObject({ id, patio: null })
})
