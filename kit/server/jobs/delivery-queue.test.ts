// On both engines: races.
import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { queueDelivery } from './deliveries-store.ts'
import { type Channel, deliveryQueue } from './delivery-queue.ts'

const app = await startApp()
const { deps, clock } = app

/* What delivery-queue.model.test.ts doesn't tell. */

/** The messages that arrived, in order, and the servers that don't finish at the moment. */
const arrived: string[] = []
const hanging = new Map<string, Promise<void>>()
let beforeSending: (message: string) => Promise<void> = async () => {}

const createPosts = (changes: Partial<Channel<string>> = {}) =>
  deliveryQueue<string>(deps, {
    name: 'test',
    compose: async (_tx, { destination, payload }) => `${destination} ${JSON.parse(payload).text}`,
    send: async message => {
      await beforeSending(message)
      const [destination = ''] = message.split(' ')
      await hanging.get(serverOf(destination))
      arrived.push(message)
    },
    isPermanentFailure: () => false,
    order: 'all',
    atOnce: 1,
    ...changes,
  })
const serverOf = (destination: string) => destination.split('/')[0] ?? ''
const posts = createPosts()

beforeEach(async () => {
  await deps.db.deleteFrom('deliveries').execute()
  arrived.length = 0
  hanging.clear()
  beforeSending = async () => {}
})

const post = (destination: string, text: string) =>
  queueDelivery(deps.db, clock.now(), {
    channel: 'test',
    kind: 'post',
    server: serverOf(destination),
    destination,
    payload: { text },
  })
async function round(minutes = 0, queue = posts) {
  clock.advance({ minutes })
  queue.wake()
  await queue.settled()
  return arrived.splice(0)
}
const waiting = async () => (await deps.db.selectFrom('deliveries').selectAll().execute()).length

/** Makes a server hang until it is told to continue. */
function hang(server: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  hanging.set(server, promise)
  return resolve
}

test('however many servers hang, another one gets its messages immediately', async () => {
  const servers = Array.from({ length: 12 }, (_, i) => `hangs${i}`)
  const goOn = servers.map(hang)
  for (const server of [...servers, ...servers]) await post(server, 'text')
  posts.wake()
  await post('cary', 'one')
  posts.wake()
  await expect.poll(() => arrived).toEqual(['cary one'])
  for (const each of goOn) each()
  expect(await round()).toHaveLength(25)
})

test('a server gets several messages at once, but the first failure makes the others wait', async () => {
  const queue = createPosts({ atOnce: 3 })
  for (let i = 1; i <= 7; i += 1) await post(`arden/${i}`, 'lunch')
  let most = 0
  let current = 0
  beforeSending = async () => {
    current += 1
    most = Math.max(most, current)
    await setTimeout(20)
    current -= 1
  }
  expect(await round(0, queue)).toHaveLength(7)
  expect(most).toBe(3)
  beforeSending = async () => {
    throw new Error('no connection')
  }
  for (let i = 1; i <= 7; i += 1) await post(`arden/${i}`, 'lunch')
  await round(0, queue)
  const tried = await deps.db.selectFrom('deliveries').select('id').where('attempts', '>', 0).execute()
  expect(tried.length).toBeLessThanOrEqual(5)
  expect(await waiting()).toBe(7)
})

test('several at once keep the order of each destination', async () => {
  const queue = createPosts({ atOnce: 4 })
  for (const text of ['one', 'two', 'three'])
    for (const name of ['arden/a', 'arden/b']) await post(name, text)
  const sent = await round(0, queue)
  for (const name of ['arden/a', 'arden/b'])
    expect(sent.filter(message => message.startsWith(name))).toEqual(
      ['one', 'two', 'three'].map(text => `${name} ${text}`),
    )
})

test('the latest waits for an earlier one that is being sent, so that it arrives last', async () => {
  const queue = createPosts({ order: 'latest', atOnce: 4 })
  const goOn = hang('arden')
  const started = new Promise<void>(resolve => {
    beforeSending = async () => resolve()
  })
  await post('arden/12', 'leaves at noon')
  queue.wake()
  await started
  for (const text of ['leaves at one', 'leaves at two']) await post('arden/12', text)
  queue.wake()
  goOn()
  expect(await round(0, queue)).toEqual(['arden/12 leaves at noon', 'arden/12 leaves at two'])
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

test('what was sent while the next were claimed is recorded although others hang', async () => {
  const [third, hung] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sending: Record<string, Promise<void>> = { second: Promise.resolve(), third: third.promise }
  const queue = createPosts({
    compose: async (_tx, { destination }) => {
      if (destination === 'arden/fourth') {
        third.resolve()
        await setTimeout(20)
      }
      return destination.slice('arden/'.length)
    },
    send: destination => sending[destination] ?? hung.promise,
    atOnce: 3,
  })
  for (const name of ['first', 'second', 'third', 'fourth']) await post(`arden/${name}`, '')
  queue.wake()
  await expect.poll(waiting).toBe(2)
  hung.resolve()
  await queue.settled()
  expect(await waiting()).toBe(0)
})
