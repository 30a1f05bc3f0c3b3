// On both engines: backups.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { getRestaurant, listRestaurants } from '#features/restaurants/contract.ts'
import { getSetting } from '#features/settings/contract.ts'
import { listTrash, restoreTrash } from '#features/trash/contract.ts'
import { digestOf } from '#tests/support/databases/digest-tables.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createBackup, inspectBackup, restoreBackup, uploadBackup } from '../../contract.ts'
import { sha256 } from '../format/backup-format.ts'

/* Installations saved by earlier versions (see `keep-installation.test.ts`), each named after its last migration. */

const kept = new URL('../../../../tests/support/installations/', import.meta.url)

describe.each((await readdir(kept)).sort())('an installation of migration %s', async name => {
  const read = (file: string) => readFile(new URL(`${name}/${file}`, kept))
  const app = await startApp(
    {},
    {
      prepare: async ({ dataDir, databaseUrl }) => {
        if (databaseUrl) await load(databaseUrl, gunzipSync(await read('postgres.sql.gz')).toString('utf8'))
        else await writeFile(join(dataDir, 'common-table.db'), gunzipSync(await read('sqlite.db.gz')))
        await mkdir(join(dataDir, 'backups'), { recursive: true })
        for (const [file, as] of backups)
          await copyFile(new URL(`${name}/${file}`, kept), join(dataDir, 'backups', as))
      },
    },
  )
  const { db, clock } = app
  const users = await db.selectFrom('users').select(['id', 'firstName', 'createdAt']).execute()
  const chief = users.find(user => user.firstName === 'Chief') ?? expect.fail('There is no chief')
  const root = app.as(chief)
  // Back to when the installation was saved, since items leave the trash after thirty days.
  clock.advance({ minutes: (Date.parse(chief.createdAt) - Date.now()) / 60_000 + 1 })

  const restore = async (filename: string) => {
    const answer = await root.call(restoreBackup, { params: { filename } })
    expect(answer.status, answer.message).toBe(200)
  }
  const expectEverythingThere = async () => {
    const { body: restaurants } = await root.call(listRestaurants)
    expect(restaurants.map(({ name }) => name)).toContain('Soup & Söhne')
    const soup = restaurants.find(({ name }) => name === 'Soup & Söhne')
    expect((await root.fetch(soup?.imageUrl ?? '')).status).toBe(200)
    const { body: limit } = await root.call(getSetting, { params: { key: 'favorites_limit' } })
    expect(limit).toMatchObject({ value: '7' })
    expect((await root.call(listTrash)).body.map(({ name, ratingCount }) => [name, ratingCount])).toEqual([
      ['Old alert', 0],
      ['Rated Once', 1],
      ['Gone Grill', 1],
      [expect.stringMatching('Sample Kitchen'), 1],
    ])
    expect(await storedTallies(db)).toEqual(await trueTallies(db))
  }
  const expectTrashToReturn = async () => {
    for (const item of (await root.call(listTrash)).body) {
      const { body, message } = await root.call(restoreTrash, {
        body: { kind: item.kind, ids: [item.itemId] },
      })
      expect(body, message).toEqual({ count: 1, skipped: [] })
    }
    const { body: restaurants } = await root.call(listRestaurants)
    const gone = restaurants.find(({ name }) => name === 'Gone Grill')
    const { body } = await root.call(getRestaurant, { params: { id: gone?.id ?? 0 } })
    expect(body.avgRating).toBe(5)
    // Versions without opening times: these are parsed from the text.
    if (name < '0007') {
      const restored = db
        .selectFrom('restaurants')
        .select(['hours', 'openingTimes'])
        .where('hours', 'is not', null)
      for (const place of await restored.execute())
        expect(place.openingTimes, place.hours ?? '').not.toBeNull()
    }
    const teamRatings = db.selectFrom('teamRatings').selectAll().where('restaurantId', '=', body.id)
    expect(await teamRatings.execute()).toEqual([{ restaurantId: body.id, name: 'John', value: 4 }])
    expect(await storedTallies(db)).toEqual(await trueTallies(db))
  }

  test('starts with all its data and sends the mails that were queued', async () => {
    await expectEverythingThere()
    clock.advance({ hours: 2 })
    await expect
      .poll(async () => (await app.mails()).map(({ to }) => to))
      .toEqual(['"Chief" <chief@example.org>'])
  })

  test('can restore everything from its trash', expectTrashToReturn)

  test.each(backups)('restores its backup %s, trash included [T-95]', async (_file, filename) => {
    const { body } = await root.call(inspectBackup, { params: { filename } })
    expect(body.counts).toMatchObject({ users: 4, restaurants: 3, campuses: 14 })
    await restore(filename)
    await expectEverythingThere()
    await expectTrashToReturn()
  })

  // Only format 1 is a single JSON object.
  test.runIf(name === '0005')(
    'restores a backup without tables and columns that came later, trash included',
    async () => {
      const document = JSON.parse((await read('sqlite-backup.json')).toString('utf8'))
      const { tables } = document
      delete document.counts.favorites
      delete tables.favorites
      for (const row of tables.restaurants) delete row.distanceIsEstimated
      for (const row of tables.trash)
        row.snapshot = row.snapshot?.replace('"distanceIsEstimated":false,', '') ?? null
      const sumOf = (rows: object[]) => sha256(rows.map(row => `${JSON.stringify(row)}\n`).join(''))
      for (const [table, rows] of Object.entries<object[]>(tables)) document.checksums[table] = sumOf(rows)
      const older = JSON.stringify(document)
      const { body } = await root.call(uploadBackup, { file: new Blob([older]) })
      await restore(body.filename)
      expect(await db.selectFrom('favorites').selectAll().execute()).toEqual([])
      await expectEverythingThere()
      await expectTrashToReturn()
      const estimated = await db.selectFrom('restaurants').select('distanceIsEstimated').distinct().execute()
      expect(estimated).toEqual([{ distanceIsEstimated: false }])
    },
  )

  test('makes backups that can be restored', async () => {
    await restore(backups[0][1])
    const before = await digestOf(db)
    for (const includeImages of [true, false]) {
      const { body } = await root.call(createBackup, { body: { includeImages } })
      await db.deleteFrom('trash').execute()
      await db.deleteFrom('restaurants').execute()
      await restore(body.filename)
      expect({ ...(await digestOf(db)), auditLogs: '' }).toEqual({ ...before, auditLogs: '' })
    }
  })
})

/** The saved backups of both database engines, and their names on the server. */
const backups = [
  ['sqlite-backup.json', 'backup-2026-11-20T12-00-00-000Z.json'],
  ['sqlite-backup.zip', 'backup-2026-11-20T12-00-00-000Z.zip'],
  ['postgres-backup.json', 'backup-2026-11-20T12-00-00-001Z.json'],
  ['postgres-backup.zip', 'backup-2026-11-20T12-00-00-001Z.zip'],
] as const

async function load(databaseUrl: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(dump)
  await client.end()
}
