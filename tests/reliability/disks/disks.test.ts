import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { test as anyTest, expect } from 'vitest'
import { readConfig } from '#kit/server/config/config.ts'
import { openDatabase, openReader } from '#kit/server/database/connection/open.ts'
import { prepareRaters, rateAll, readAs } from '#tests/reliability/support/client.ts'
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
  ['fails to sync', '[D-03]', `${syncs}:error=EIO:when=30+`, 60, 503],
  ['rejects writes', '[D-03]', 'pwrite64:error=ENOSPC:when=120+', 60, 507],
  // The file is already open: remounting its disk as read-only would make exactly these calls fail with this error.
  ['becomes read-only for a while', '[D-05]', 'pwrite64:error=EROFS:when=150..250', 200, 503],
] as const)(
  'a disk that %s: never success for a write that is lost, reads work, and no restart is needed %s',
  async (_what, _row, inject, count, status) => {
    const installation = await install('sqlite')
    const trace = await newTrace({ calls: inject.split(':')[0]?.split(',') ?? [], inject })
    const raters = await prepareRaters(installation, count)
    const { origin } = await startServer(installation, { wrapper: trace.wrapper })
    const replies: { id: number; rated?: number | undefined; read: number }[] = []
    for (const rater of raters) {
      const [rated] = await rateAll(origin, [rater])
      replies.push({ id: rater.who.id, rated, read: await readAs(origin, rater.who) })
    }
    const kept = await ratersIn(installation)
    const acknowledged = replies.filter(({ rated }) => rated === 201)
    expect(acknowledged.filter(({ id }) => !kept.has(id))).toEqual([])
    expect(new Set(replies.map(({ rated }) => rated))).toEqual(new Set([201, status]))
    expect(new Set(replies.map(({ read }) => read))).toEqual(new Set([200]))
    if (!inject.includes('EROFS')) return
    expect(replies.at(-1)?.rated).toBe(201)
    expect(kept.size).toBe(acknowledged.length)
  },
)

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
