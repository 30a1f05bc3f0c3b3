import { beforeEach, expect, test } from 'vitest'
import { queueDelivery } from '#server/data/deliveries-store.ts'
import { startApp } from '#server/testing/start-app.ts'
import { deliveryQueue } from './delivery-queue.ts'

const app = await startApp()
const { deps, clock } = app

/** The messages that arrived, in order, and the destinations that can't be reached at the moment. */
const arrived: string[] = []
const unreachable = new Set<string>()
let beforeSending = async () => {}

const createPosts = () =>
  deliveryQueue<string>(deps, {
    name: 'test',
    compose: async (_tx, { destination, payload }) => `${destination} ${JSON.parse(payload).text}`,
    send: async message => {
      await beforeSending()
      const [destination = ''] = message.split(' ')
      if (unreachable.has(destination)) throw new Error('no connection')
      if (message.endsWith('nonsense')) throw new Error('not understood')
      arrived.push(message)
    },
    isPermanentFailure: error => (error as Error).message === 'not understood',
    inOrder: true,
    pausesOnFailure: false,
  })
const posts = createPosts()

beforeEach(async () => {
  await deps.db.deleteFrom('deliveries').execute()
  arrived.length = 0
  unreachable.clear()
  beforeSending = async () => {}
})

const post = (destination: string, text: string, expiresAt?: Date) =>
  queueDelivery(deps.db, clock.now(), {
    channel: 'test',
    kind: 'post',
    destination,
    payload: { text },
    ...(expiresAt && { expiresAt }),
  })
const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000)
async function round(minutes = 0) {
  clock.advance({ minutes })
  posts.wake()
  await posts.settled()
  return arrived.splice(0)
}
const waiting = async () => (await deps.db.selectFrom('deliveries').selectAll().execute()).length

test('each destination gets its messages in order, and one that can’t be reached does not hold up the others', async () => {
  unreachable.add('arden')
  for (const text of ['one', 'two', 'three']) {
    await post('arden', text)
    await post('brevard', text)
  }
  expect(await round()).toEqual(['brevard one', 'brevard two', 'brevard three'])
  unreachable.clear()
  expect(await round()).toEqual([])
  expect(await round(1)).toEqual(['arden one', 'arden two', 'arden three'])
  expect(await waiting()).toBe(0)
})

test('a message that is refused for good does not hold up the next one', async () => {
  await post('arden', 'nonsense')
  await post('arden', 'sense')
  expect(await round()).toEqual(['arden sense'])
  expect(await waiting()).toBe(0)
})

test('an expired message is dropped, even before its first attempt, and holds up nothing', async () => {
  unreachable.add('arden')
  await post('arden', 'leaving soon', inMinutes(5))
  await post('arden', 'tomorrow')
  await post('brevard', 'too late', inMinutes(-1))
  expect(await round()).toEqual([])
  unreachable.clear()
  expect(await round(6)).toEqual(['arden tomorrow'])
  expect(await waiting()).toBe(0)
})

test('a failure whose message the database can’t store is retried like any other', async () => {
  await post('arden', 'lunch')
  beforeSending = async () => {
    throw new Error('Invalid greeting: J\0\0\n8.0')
  }
  expect(await round()).toEqual([])
  const row = await deps.db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ attempts: 1, lastError: 'Invalid greeting: J 8.0' })
  beforeSending = async () => {}
  expect(await round(1)).toEqual(['arden lunch'])
})

test('a sent message is not sent again if the database could not record it', async () => {
  await post('arden', 'once')
  beforeSending = async () => {
    beforeSending = async () => {}
    await deps.db.schema.alterTable('deliveries').renameTo('away').execute()
  }
  expect(await round()).toEqual(['arden once'])
  await deps.db.schema.alterTable('away').renameTo('deliveries').execute()
  expect(await waiting()).toBe(1)
  expect(await round(3)).toEqual([])
  expect(await waiting()).toBe(0)
})

test('several processes send each message once, and in order', async () => {
  const others = [createPosts(), createPosts()]
  for (let i = 0; i < 10; i += 1) await post('arden', String(i))
  for (const queue of [posts, ...others]) queue.wake()
  await Promise.all([posts, ...others].map(queue => queue.settled()))
  for (let i = 0; i < 10 && (await waiting()) > 0; i += 1) await round().then(late => arrived.push(...late))
  expect(arrived).toEqual(Array.from({ length: 10 }, (_, i) => `arden ${i}`))
})
