import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { createDatabase, dropDatabase } from '#server/testing/postgres.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'common-table-start-'))
const cluster = process.env.TEST_POSTGRES_URL ?? ''
const databaseUrl = process.env.ENGINE === 'postgres' ? await createDatabase(cluster) : null

afterAll(async () => {
  if (databaseUrl) await dropDatabase(databaseUrl)
  await rm(dataDir, { recursive: true, force: true })
})

test('of several processes that start at once on an empty database, one fills it', {
  timeout: 60_000,
}, async () => {
  const servers = [1, 2, 3].map(startServer)
  await Promise.all(servers.map(untilReady))
  await Promise.all(servers.map(stop))

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

function startServer(): ChildProcess {
  const { PATH } = process.env
  const environment = { PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }
  return spawn(process.execPath, ['server/main.ts'], {
    env: databaseUrl ? { ...environment, DATABASE_URL: databaseUrl } : environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function untilReady(server: ChildProcess): Promise<void> {
  let output = ''
  server.stderr?.on('data', chunk => {
    output += chunk
  })
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', chunk => {
      output += chunk
      if (output.includes('is ready at')) resolve()
    })
    server.once('exit', code => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
