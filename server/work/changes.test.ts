import { expect, test } from 'vitest'
import { announce, type Changed } from '#server/data/changes-store.ts'
import { startApp } from '#server/testing/start-app.ts'
import { createChanges } from './changes.ts'

const app = await startApp()
const { config, db, log } = app.deps

test('whoever comes while the first one is still arriving, and leaving, hears what is announced', async () => {
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
