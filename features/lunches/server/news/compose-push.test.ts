// On both engines: statements.
import { expect, test } from 'vitest'
import { countStatementsOn } from '#tests/support/databases/count-statements.ts'
import { startPushApp } from '#tests/support/push/push.ts'
import { lunchPushes } from './compose-push.ts'

const { app, arrived, fake, notified, waiting } = await startPushApp()

test('composing reads for each device only who it is for and the lunch; the rest is read once for all', async () => {
  const place = await app.restaurant({ name: 'Pho Vinh' })
  const host = await notified()
  const lunch = await host.start([place])
  for (let n = 0; n < 5; n += 1) await (await notified()).join(lunch)
  // So that they stay in the queue.
  fake.reply(() => ({ status: 500 }))
  await host.change(lunch, { meetingPoint: 'the lobby' })
  await arrived()
  const queued = await waiting()
  expect(queued).toHaveLength(5)

  const { db, statementsOf } = countStatementsOn(app.db)
  const { place: write } = lunchPushes(app.deps)
  const composing = (deliveries: typeof queued) =>
    statementsOf(() =>
      db.transaction().execute(async tx => {
        for (const delivery of deliveries)
          expect(await write?.(tx, delivery)).toMatchObject({ tag: `lunch-${lunch.id}` })
      }),
    )
  const [one, all] = [await composing(queued.slice(0, 1)), await composing(queued)]
  expect([one, all - one]).toEqual([4, 4 * 2])
})
