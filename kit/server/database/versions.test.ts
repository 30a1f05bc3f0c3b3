// On both engines: dialect.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tables as described } from '#app/tables.ts'
import { rowsOf } from '#tests/support/databases/rows.ts'
import { startApp } from '#tests/support/start-app.ts'
import { engineOf } from './drivers/dialect.ts'
import type { Db } from './schema.ts'
import {
  ownedTables,
  readOwnerVersion,
  readTableVersions,
  trackVersions,
  unversionedTables,
} from './versions.ts'

const app = await startApp()
const { db } = app
const versionOf = async (table: string) => (await readTableVersions(db)).get(table) ?? 0

test('every table has a version, except those that are listed as having none', async () => {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const left = [...unversionedTables(described), ...ownedTables(described)]
  const tracked = [...(await readTableVersions(db)).keys()]
  expect(tracked.toSorted()).toEqual(tables.filter(name => !left.includes(name)).toSorted())
  expect(tables).toEqual(expect.arrayContaining(left))
})

test('every way of changing a table increments its version, in the same transaction', async () => {
  const counts = async (change: () => Promise<unknown>) => {
    const before = await versionOf('systemAlerts')
    await change()
    expect(await versionOf('systemAlerts')).toBeGreaterThan(before)
  }
  const alert = rowsOf(app.deps).rowOf('systemAlerts', {})
  await counts(() => db.insertInto('systemAlerts').values(alert).execute())
  await counts(() => db.updateTable('systemAlerts').set({ title: 'Snow' }).execute())
  await counts(() => db.deleteFrom('systemAlerts').execute())
  await counts(() => db.insertInto('systemAlerts').values([alert, alert]).execute())

  const before = await versionOf('systemAlerts')
  const undone = db.transaction().execute(async tx => {
    await tx.deleteFrom('systemAlerts').execute()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await versionOf('systemAlerts')).toBe(before)
})

test.runIf(engineOf(db) === 'postgres')(
  'changes of different accounts do not wait for each other',
  async () => {
    const [ana, ben] = [await app.user(), await app.user()]
    const rename = (tx: Db, { id }: { id: number }) =>
      tx.updateTable('users').set({ firstName: 'Kim' }).where('id', '=', id).execute()
    const before = await versionOf('users')
    await db.transaction().execute(async tx => {
      await rename(tx, ana)
      await db.transaction().execute(async other => {
        await sql`set local lock_timeout = '2s'`.execute(other)
        await rename(other, ben)
      })
      expect(await versionOf('users')).toBe(before + 1)
    })
    expect(await versionOf('users')).toBe(before + 2)
  },
)

test('changes that foreign keys make in other tables increment the versions of those tables', async () => {
  const { id } = await app.restaurant()
  const ana = await app.user()
  await app.insert('ratings', { userId: ana.id, restaurantId: id })
  await app.insert('teamRatings', { restaurantId: id, name: 'Anna' })
  const before = { team: await versionOf('teamRatings'), own: await readOwnerVersion(db, ana.id) }
  await db.deleteFrom('restaurants').where('id', '=', id).execute()
  expect(await versionOf('teamRatings')).toBeGreaterThan(before.team)
  expect(await readOwnerVersion(db, ana.id)).toBeGreaterThan(before.own)

  const users = await versionOf('users')
  await db.updateTable('departments').set({ name: 'Choir' }).where('name', '=', ana.department).execute()
  expect(await versionOf('users')).toBeGreaterThan(users)
})

test('a table that replaces another one gets a higher version and is tracked again', async () => {
  const before = await versionOf('teamRatings')
  await db.transaction().execute(async tx => {
    await sql`create table "newTeamRatings" as select * from "teamRatings"`.execute(tx)
    await sql`drop table "teamRatings"`.execute(tx)
    await sql`alter table "newTeamRatings" rename to "teamRatings"`.execute(tx)
    await trackVersions(tx, described)
  })
  const swapped = await versionOf('teamRatings')
  expect(swapped).toBeGreaterThan(before)
  await db.insertInto('teamRatings').values({ restaurantId: 1, name: 'Ben', value: 1 }).execute()
  expect(await versionOf('teamRatings')).toBeGreaterThan(swapped)
})
