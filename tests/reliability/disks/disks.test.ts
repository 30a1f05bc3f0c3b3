import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { test as anyTest, expect } from 'vitest'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { readConfig } from '#kit/server/config/config.ts'
import { openDatabase, openReader } from '#kit/server/database/connection/open.ts'
import { call, prepareRaters, type Rater, rateAll } from '#tests/reliability/support/client.ts'
import { engines, install, lacks, ratersIn } from '#tests/reliability/support/harness.ts'
import { launchScript, startServer } from '#tests/support/backups/installation.ts'
import { newTrace } from '#tests/support/processes/strace.ts'

/* SQLite's disk: a reply of success means that the data is on it; it may fail, be slow, hang, or be read-only. */

const test = anyTest.skipIf(lacks.strace)

const syncs = 'fsync,fdatasync'

test('an fsync between each request and its response [D-02]', async () => {
  const writes = 40
  const installation = await install('sqlite')
  const trace = await newTrace({ calls: ['fsync', 'fdatasync', 'write', 'writev', 'sendto'] })
  const people = await prepareRaters(installation, writes + 1)
  await rateAll((await startServer(installation, { wrapper: trace.wrapper })).origin, people)
  // The first reply belongs to the start.
  let [replies, unsynced, since] = [-1, 0, 0]
  for (const { name, text } of await trace.calls()) {
    if (/sync$/.test(name)) since += 1
    else if (/"HTTP\/1\.1 20[01]/.test(text)) {
      replies += 1
      if (since === 0) unsynced += 1
      since = 0
    }
  }
  expect({ replies, unsynced }).toEqual({ replies: writes, unsynced: 0 })
})

anyTest.each(engines)('every connection to an existing database on %s is durable [D-02]', async engine => {
  // A weaker setting would only affect connections to an existing file.
  const config = readConfig((await install(engine)).environment)
  for (const db of [openDatabase(config, () => undefined), openReader(config)]) {
    const settings = engine === 'sqlite' ? ['pragma synchronous'] : ['show synchronous_commit', 'show fsync']
    for (const setting of settings) {
      const { rows } = await sql.raw(setting).execute(db)
      expect(Object.values(rows[0] as object)[0]).toBe(engine === 'sqlite' ? 2 : 'on')
    }
    await db.destroy()
  }
})

test.each([
  ['fails to sync', `${syncs}:error=EIO:when=30+`, 503],
  ['rejects writes', 'pwrite64:error=ENOSPC:when=120+', 507],
] as const)('a disk that %s: never success for a write that is lost [D-03]', async (_, inject, status) => {
  const { raters, statuses, kept } = await rateOn(inject, 60)
  const acknowledged = raters.filter((_, i) => statuses[i] === 201)
  expect(acknowledged.filter(({ who }) => !kept.has(who.id))).toEqual([])
  expect(new Set(statuses)).toEqual(new Set([201, status]))
})

test('a disk that becomes read-only for a while: writes are rejected, reads work, no restart is needed [D-05]', async () => {
  // The file is already open: remounting its disk as read-only would make exactly these calls fail with this error.
  const { raters, statuses, kept, reads } = await rateOn('pwrite64:error=EROFS:when=150..250', 200, true)
  expect(new Set(statuses)).toEqual(new Set([201, 503]))
  expect(new Set(reads)).toEqual(new Set([200]))
  expect(statuses.at(-1)).toBe(201)
  expect(raters.filter(({ who }, i) => kept.has(who.id) !== (statuses[i] === 201))).toEqual([])
})

test('a disk that is slow to sync for a while: writes wait, none is rejected or lost, and the server recovers [D-19]', async () => {
  const { statuses, kept, times } = await rateOn(`${syncs}:delay_enter=100000:when=40..80`, 160)
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect(kept.size).toBe(160)
  expect(times.filter(time => time >= 100).length).toBeGreaterThanOrEqual(10)
  expect(Math.min(...times.slice(-10))).toBeLessThan(100)
})

test('a disk that hangs for six seconds: writes wait, none is lost, and the server recovers [D-19]', async () => {
  // Longer than SQLite waits for a lock.
  const hang = 6_000
  const installation = await install('sqlite')
  const trace = await newTrace({
    calls: syncs.split(','),
    inject: `${syncs}:delay_enter=${hang * 1000}:when=40`,
  })
  const writes = await prepareRaters(installation, 160)
  const { origin } = await startServer(installation, { wrapper: trace.wrapper })
  const answers: { status: number; time: number }[] = []
  // Always sixteen at a time; those behind the sync that hangs wait with it.
  const one = async () => {
    for (let write = writes.pop(); write; write = writes.pop()) {
      const start = performance.now()
      const [status = 0] = await rateAll(origin, [write])
      answers.push({ status, time: performance.now() - start })
    }
  }
  await Promise.all(Array.from({ length: 16 }, one))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect((await ratersIn(installation)).size).toBe(answers.length)
  expect(Math.max(...answers.map(({ time }) => time))).toBeGreaterThanOrEqual(hang)
  expect(answers.at(-1)?.time).toBeLessThan(hang / 2)
})

test.each(['fsync', 'link'])(
  'the disk fills up while a backup is written (%s): no partial file remains [D-04]',
  async failing => {
    const installation = await install('sqlite')
    const { wrapper } = await newTrace({ calls: [failing], inject: `${failing}:error=ENOSPC:when=1+` })
    const command = launchScript('commands/backup.ts', installation, { wrapper })
    expect((await command.ended).code).not.toBe(0)
    expect(command.output()).toContain('The disk of the server is full')
    expect(await readdir(join(installation.dataDir, 'backups')).catch(() => [])).toEqual([])
  },
)

/** Rates one after another on a disk with this trouble. */
async function rateOn(inject: string, count: number, withReads = false) {
  const installation = await install('sqlite')
  const trace = await newTrace({ calls: inject.split(':')[0]?.split(',') ?? [], inject })
  const raters = await prepareRaters(installation, count)
  const { origin } = await startServer(installation, { wrapper: trace.wrapper })
  const [statuses, times, reads]: [number[], number[], number[]] = [[], [], []]
  for (const rater of raters) {
    const start = performance.now()
    statuses.push(...(await rateAll(origin, [rater])))
    times.push(performance.now() - start)
    if (withReads) reads.push(await readAs(origin, rater))
  }
  return { raters, statuses, times, reads, kept: await ratersIn(installation) }
}

const readAs = async (origin: string, { who }: Rater) =>
  (await call(origin, who, listCampusRestaurants, { params: { campusCode: 'arden' } })).status
