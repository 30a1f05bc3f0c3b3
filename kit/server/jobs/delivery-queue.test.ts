// On both engines: races.
import { beforeEach, expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { queueDelivery } from './deliveries-store.ts'
import { type Channel, deliveryQueue } from './delivery-queue.ts'

const app = await startApp()
const { deps, clock } = app

/** The messages that arrived, in order, and the servers that can't be reached, or don't finish, at the moment. */
const arrived: string[] = []
const unreachable = new Set<string>()
const hanging = new Map<string, Promise<void>>()
let beforeSending: (message: string) => Promise<void> = async () => {}

class TooMany extends Error {}

const createPosts = (changes: Partial<Channel<string>> = {}) =>
  deliveryQueue<string>(deps, {
    name: 'test',
    compose: async (_tx, { destination, payload }) => `${destination} ${JSON.parse(payload).text}`,
    send: async message => {
      await beforeSending(message)
      const [destination = ''] = message.split(' ')
      await hanging.get(serverOf(destination))
      if (unreachable.has(serverOf(destination))) throw new Error('no connection')
      if (message.endsWith('nonsense')) throw new Error('not understood')
      arrived.push(message)
    },
    isPermanentFailure: error => (error as Error).message === 'not understood',
    retryAfter: error => (error instanceof TooMany ? 20 * 60 : undefined),
    order: 'all',
    atOnce: 1,
    ...changes,
  })
const serverOf = (destination: string) => destination.split('/')[0] ?? ''
const posts = createPosts()

beforeEach(async () => {
  await deps.db.deleteFrom('deliveries').execute()
  arrived.length = 0
  unreachable.clear()
  hanging.clear()
  beforeSending = async () => {}
})

const post = (destination: string, text: string, expiresAt?: Date) =>
  queueDelivery(deps.db, clock.now(), {
    channel: 'test',
    kind: 'post',
    server: serverOf(destination),
    destination,
    payload: { text },
    ...(expiresAt && { expiresAt }),
  })
const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000)
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

test('a server that hangs holds up no other, not even what is queued in the meantime', async () => {
  const goOn = hang('arden')
  await post('arden', 'one')
  await post('brevard', 'one')
  posts.wake()
  await expect.poll(() => arrived).toEqual(['brevard one'])
  await post('arden', 'two')
  await post('brevard', 'two')
  await post('cary', 'one')
  posts.wake()
  await expect.poll(() => arrived.toSorted()).toEqual(['brevard one', 'brevard two', 'cary one'])
  goOn()
  expect((await round()).slice(3)).toEqual(['arden one', 'arden two'])
})

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
    await new Promise(resolve => setTimeout(resolve, 20))
    current -= 1
  }
  expect(await round(0, queue)).toHaveLength(7)
  expect(most).toBe(3)
  unreachable.add('arden')
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

test('where only the latest counts, it replaces what has not been sent, even after a failure', async () => {
  const queue = createPosts({ order: 'latest' })
  await post('arden/12', 'leaves at noon')
  await post('arden/13', 'leaves at one')
  await post('arden/12', 'leaves at two')
  expect(await round(0, queue)).toEqual(['arden/13 leaves at one', 'arden/12 leaves at two'])

  unreachable.add('arden')
  await post('arden/12', 'leaves at three')
  expect(await round(0, queue)).toEqual([])
  unreachable.clear()
  await post('arden/12', 'is cancelled')
  expect(await round(0, queue)).toEqual(['arden/12 is cancelled'])
  expect(await waiting()).toBe(0)
})

test('a later one that has become pointless replaces nothing', async () => {
  const queue = createPosts({
    order: 'latest',
    compose: async (_tx, { payload }) => (payload.includes('pointless') ? null : JSON.parse(payload).text),
  })
  await post('arden/12', 'leaves at noon')
  await post('arden/12', 'pointless')
  expect([await round(0, queue), await waiting()]).toEqual([['leaves at noon'], 0])
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

test('a server that asks for patience gets nothing until then, whatever waits for it', async () => {
  const queue = createPosts({ order: 'none' })
  for (const name of ['arden/1', 'arden/2', 'brevard/1']) await post(name, 'lunch')
  let attempts = 0
  beforeSending = async message => {
    if (message.startsWith('brevard')) return
    attempts += 1
    if (attempts === 1) throw new TooMany()
  }
  expect(await round(0, queue)).toEqual(['brevard/1 lunch'])
  expect(await round(19, queue)).toEqual([])
  expect(attempts).toBe(1)
  expect(await round(1, queue)).toEqual(['arden/1 lunch', 'arden/2 lunch'])
})

test('a message that is rejected for good does not hold up the next one', async () => {
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
