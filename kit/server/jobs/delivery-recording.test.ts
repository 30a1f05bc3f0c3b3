import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { queueDelivery } from './deliveries-store.ts'
import { deliveryQueue } from './delivery-queue.ts'

const { deps, clock } = await startApp()

const post = (destination: string) =>
  queueDelivery(deps.db, clock.now(), {
    channel: 'test',
    kind: 'post',
    server: 'arden',
    destination,
    payload: {},
  })
const waiting = async () =>
  (await deps.db.selectFrom('deliveries').select('destination').orderBy('id').execute()).map(
    ({ destination }) => destination,
  )

test('what was sent while the next were claimed is recorded although others hang', async () => {
  const [third, hung] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sending: Record<string, Promise<void>> = {
    second: Promise.resolve(),
    third: third.promise,
  }
  const queue = deliveryQueue<string>(deps, {
    name: 'test',
    compose: async (_tx, { destination }) => {
      if (destination === 'fourth') {
        third.resolve()
        await setTimeout(20)
      }
      return destination
    },
    send: destination => sending[destination] ?? hung.promise,
    isPermanentFailure: () => false,
    order: 'all',
    atOnce: 3,
  })
  for (const destination of ['first', 'second', 'third', 'fourth']) await post(destination)
  queue.wake()
  await expect.poll(waiting).toEqual(['first', 'fourth'])
  hung.resolve()
  await queue.settled()
  expect(await waiting()).toEqual([])
})
