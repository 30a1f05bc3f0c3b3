// On both engines: dialect.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { announce, type Changed, channel } from '#server/data/changes-store.ts'
import { startApp } from '#server/testing/start-app.ts'
import { createChanges } from './changes.ts'

const app = await startApp()
const { config, db, log } = app.deps

test('a listener added while the first one is still being added hears changes, even after the first one leaves', async () => {
  const changes = createChanges({ config, db, log })
  const heard: Changed[] = []
  const listener = (changed: Changed) => heard.push(changed)
  const first = changes.listen('notes', listener)
  const second = changes.listen('notes', listener)
  const leave = await first
  leave()
  const stop = await second
  leave()
  await db
    .transaction()
    .execute(tx => announce(tx, { topic: 'notes', changed: [7], time: app.clock.now().toISOString() }))
  await expect.poll(() => heard).toEqual([[7]])
  stop()
})

test.runIf(process.env.ENGINE === 'postgres')(
  'foreign messages on the PostgreSQL channel are ignored and break nothing',
  async () => {
    const changes = createChanges({ config, db, log })
    const heard: Changed[] = []
    const stop = await changes.listen('notes', changed => heard.push(changed))
    for (const payload of ['hello', 'null', '7', '{}', '{"topic":"notes"}', '{"topic":"notes","changed":7}'])
      await sql`select pg_notify(${channel}, ${payload})`.execute(db)
    await announce(db, { topic: 'notes', changed: [7], time: app.clock.now().toISOString() })
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    expect(heard).toEqual([[7]])
    stop()
  },
)
