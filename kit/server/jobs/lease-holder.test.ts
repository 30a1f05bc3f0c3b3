// On both engines: dialect, two processes, leases.
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#kit/server/database/connection/open.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import { hasEnded, isLeased, newHolder, withLease } from './lease.ts'
import { listServers } from './server-presence.ts'

test('the leases of a killed process are free immediately for others on the same machine', async () => {
  const server = await startProcess()
  const db = openDatabase(
    { databaseUrl: server.databaseUrl ?? null, dataDir: server.dataDir },
    () => undefined,
  )
  onTestFinished(() => db.destroy())
  const now = new Date()
  const { holder } = await db.selectFrom('leases').select('holder').executeTakeFirstOrThrow()
  const expiresAt = new Date(now.getTime() + 20_000).toISOString()
  await db.insertInto('leases').values({ name: 'restore', holder, expiresAt }).execute()

  const restore = () => withLease({ db, now: () => now }, 'restore', async () => 'restored')
  expect(await restore()).toBe('taken')
  expect(await listServers(db, now)).toHaveLength(1)

  server.signalGroup('SIGKILL')
  await server.ended
  expect(await listServers(db, now)).toEqual([])
  expect(await isLeased(db, 'restore', now)).toBe(false)
  expect(await restore()).toBe('restored')
})

test('a process on another machine, or of an earlier version, is never said to have ended', () => {
  const [, ...rest] = newHolder().split(' ')
  expect(hasEnded(['elsewhere', ...rest].join(' '))).toBe(false)
  expect(hasEnded('4f6c2a53-6a53-4b43-9a3e-0d7c6a1f0a11')).toBe(false)
})

test('a process that reuses the id of an earlier process is not mistaken for it', () => {
  const [place, pid] = newHolder().split(' ')
  expect(hasEnded(newHolder())).toBe(false)
  expect(hasEnded([place, pid, 'an-earlier-process', 'work'].join(' '))).toBe(true)
})
