// On both engines: dialect.
import type { Logger } from 'pino'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { createChanges } from './changes.ts'
import { announce, type Changed } from './changes-store.ts'

const app = await startApp()
const { db, log } = app.deps

test('a listener added while the first one is still being added hears changes, even after the first one leaves', async () => {
  const changes = createChanges({ db, log })
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

test('after an outage anything may have changed, and what is announced later is heard', async () => {
  let failures = 0
  const changes = createChanges({ db, log: { warn: () => (failures += 1) } as unknown as Logger })
  const heard: Changed[] = []
  const stop = await changes.listen('notes', changed => heard.push(changed))
  await db.schema.alterTable('changes').renameTo('changesElsewhere').execute()
  await expect.poll(() => failures).toBe(1)
  await db.schema.alterTable('changesElsewhere').renameTo('changes').execute()
  await expect.poll(() => heard).toEqual(['all'])
  await announce(db, { topic: 'notes', changed: [8], time: app.clock.now().toISOString() })
  await expect.poll(() => heard).toEqual(['all', [8]])
  stop()
})
