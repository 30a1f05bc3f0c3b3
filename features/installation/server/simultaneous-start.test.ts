// On both engines: dialect, two processes, races.
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#kit/server/database/connection/open.ts'
import { createDatabase, dropDatabase } from '#tests/support/databases/postgres.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'

const { path: dataDir, remove } = await temporaryFolder('start')
const cluster = process.env.TEST_POSTGRES_URL ?? ''
const databaseUrl = process.env.ENGINE === 'postgres' ? await createDatabase(cluster) : null

afterAll(async () => {
  if (databaseUrl) await dropDatabase(databaseUrl)
  await remove()
})

test('if several processes start simultaneously on an empty database, exactly one fills it', async () => {
  const shared = { DATA_DIR: dataDir, STARTER_DATA: 'sample', PRIMARY_ADMIN_PASSWORD: '' }
  const start = () => startProcess({ ...shared, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  const servers = await Promise.all([start(), start(), start()])
  for (const { child } of servers) child.kill('SIGTERM')
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0, 0])
  const passwords = servers.filter(({ output }) => output().includes('with the password'))
  expect(passwords).toHaveLength(1)

  const db = openDatabase({ dataDir, databaseUrl }, () => {})
  const count = async (table: 'campuses' | 'departments' | 'users' | 'restaurants') => {
    const rows = await db.selectFrom(table).select('id').execute()
    return rows.length
  }
  expect(await count('campuses')).toBe(14)
  expect(await count('departments')).toBe(13)
  expect(await count('users')).toBe(1)
  expect(await count('restaurants')).toBe(602)
  await db.destroy()
})
