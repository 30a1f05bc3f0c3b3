// On both engines: dialect.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { test } from 'vitest'
import { createAlert, deleteAlert } from '#features/alerts/contract.ts'
import { deleteAnyRating } from '#features/ratings/admin-ratings-contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { saveSetting } from '#features/settings/contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { fillWithSamples } from '#tests/support/samples/sample-data.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { backupsOf } from './backups.ts'

/*
 * Saves a small installation of the current version, for tests of later versions (`old-installations.test.ts`).
 * pg_dump must be on the PATH:
 *
 *     KEEP_INSTALLATION=tests/support/installations/0006 npx vitest run tests/support/backups/keep-installation
 */
const folder = process.env.KEEP_INSTALLATION

test.runIf(folder)('saves an installation', async () => {
  const app = await startApp()
  await fillWithSamples(app)
  const chief = await app.superUser({ firstName: 'Chief', email: 'chief@example.org' })
  const root = app.as(chief)
  await root.call(saveSetting, { body: { key: 'favorites_limit', value: '7' } })
  await fillTrash(app, root)
  await fillWork(app, chief)
  await mkdir(folder ?? '', { recursive: true })
  const keep = (name: string, content: Buffer) => writeFile(join(folder ?? '', name), content)

  const { backUp, download } = backupsOf(root)
  await keep(`${process.env.ENGINE}-backup.json`, await download(await backUp()))
  await keep(`${process.env.ENGINE}-backup.zip`, await download(await backUp(true)))
  const { databaseUrl } = app.deps.config
  if (databaseUrl) await keep('postgres.sql.gz', gzipSync(dump(databaseUrl)))
  else await keep('sqlite.db.gz', gzipSync(await copyOf(app)))
})

async function fillTrash(app: TestApp, root: ReturnType<TestApp['as']>): Promise<void> {
  const gone = await app.restaurant({ name: 'Gone Grill' })
  await app.db.insertInto('teamRatings').values({ restaurantId: gone.id, name: 'John', value: 4 }).execute()
  await root.call(createRating, { body: { restaurantId: gone.id, value: 5, comment: 'Was good' } })
  await root.call(deleteRestaurant, { params: { id: gone.id } })
  const rated = await app.restaurant({ name: 'Rated Once' })
  await app.db.insertInto('teamRatings').values({ restaurantId: rated.id, name: 'John', value: 2 }).execute()
  const { body: rating } = await root.call(createRating, { body: { restaurantId: rated.id, value: 3 } })
  await root.call(deleteAnyRating, { params: { id: rating.id } })
  const body = { title: 'Old alert', message: 'Long ago.', isActive: true } as never
  const { body: alert } = await root.call(createAlert, { body })
  await root.call(deleteAlert, { params: { id: alert.id } })
}

/** Adds internal data of the server, including a mail in the queue. */
async function fillWork({ insert, deps }: TestApp, { id: userId, email }: Row<'users'>): Promise<void> {
  const later = new Date(deps.now().getTime() + 60 * 60_000).toISOString()
  const payload = JSON.stringify({ toName: 'Chief', messageId: '<waiting@example.org>' })
  const mail = { channel: 'mail', kind: 'password-changed', destination: email, payload }
  await insert('deliveries', { ...mail, nextAttemptAt: later })
  await insert('mailTokens', { purpose: 'password-reset', userId, email, expiresAt: later })
  await insert('throttles', { expiresAt: later })
  await insert('geocodes', { campusCode: 'arden', latitude: 35.5, longitude: -82.5, geocoder: 'Mapbox' })
  const run = { startedBy: userId, finishedAt: later }
  await insert('distanceRuns', { ...run, count: 3, remaining: '[]' })
  await insert('backupRuns', { finishedAt: later, problem: 'The disk was full.' })
}

// Recent versions of pg_dump begin and end their output with psql commands, which are not SQL.
function dump(databaseUrl: string): string {
  const options = ['--inserts', '--no-owner', '--no-privileges', databaseUrl]
  const text = execFileSync('pg_dump', options, { encoding: 'utf8' })
  return text.replaceAll(/^\\.*$/gm, '')
}

async function copyOf({ dataDir, db }: TestApp): Promise<Buffer> {
  const path = join(dataDir, 'copy.db')
  await sql`vacuum into ${path}`.execute(db)
  return readFile(path)
}
