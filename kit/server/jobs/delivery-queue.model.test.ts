// On both engines: races.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { days, minutes, seconds } from '#kit/rules/units.ts'
import { startApp } from '#tests/support/start-app.ts'
import { queueDelivery } from './deliveries-store.ts'
import { deliveryQueue } from './delivery-queue.ts'

/*
 * Deliveries by a plain list, whatever is queued, whichever of two processes looks, and however servers are: in order, once,
 * retried at growing intervals, none later than it expires, and none after three days.
 */

const { deps } = await startApp()
const { db } = deps
const servers = ['arden', 'brevard', 'cary'] as const
type State = 'up' | 'down' | 'busy'
type Order = 'none' | 'all' | 'latest'
type Waiting = { id: number; server: string; destination: string; text: string; attempts: number } & Record<
  'createdAt' | 'next' | 'expiresAt',
  number
>

const state = fc.constantFrom<State>('up', 'up', 'down', 'busy')
const post = fc.record({
  server: fc.constantFrom(...servers),
  person: fc.nat(1),
  text: fc.constantFrom('one', 'two', 'three', 'pointless', 'nonsense'),
  within: fc.constantFrom(Infinity, Infinity, 6 * minutes, -1 * minutes),
})
const round = fc.record({
  posts: fc.array(post, { maxLength: 5 }),
  states: fc.record({ arden: state, brevard: state, cary: state }),
  passed: fc.constantFrom(0, 30 * seconds, 1 * minutes, 6 * minutes, 20 * minutes, 4 * days, -31 * days),
  process: fc.nat(1),
})

let now = 0
let states: Record<string, State> = {}
const arrived: [server: string, message: string][] = []
class Trouble extends Error {}

const createQueue = (order: Order) =>
  deliveryQueue<{ server: string; message: string }>(
    { ...deps, now: () => new Date(now) },
    {
      name: 'test',
      compose: async (_tx, { server, destination, payload }) =>
        payload.includes('pointless')
          ? null
          : { server, message: `${destination} ${JSON.parse(payload).text}` },
      send: async ({ server, message }) => {
        if (states[server] !== 'up') throw new Trouble(states[server])
        if (message.endsWith('nonsense')) throw new Error('not understood')
        arrived.push([server, message])
      },
      isPermanentFailure: error => !(error instanceof Trouble),
      retryAfter: error => ((error as Error).message === 'busy' ? 20 * 60 : undefined),
      order,
      atOnce: 1,
    },
  )

/** Sends what is due, and returns what arrives at this server. */
function follow(waiting: Set<Waiting>, server: string, order: Order): string[] {
  const isDue = ({ next }: Waiting) => next <= now || next > now + 60 * minutes + 2 * minutes
  const same = (one: Waiting) => [...waiting].filter(({ destination }) => destination === one.destination)
  const mayBeTaken = (one: Waiting) => {
    if (order === 'none') return isDue(one)
    const isReplaced = order === 'latest' && same(one).some(({ id }) => id > one.id)
    return (isDue(one) || isReplaced) && same(one).every(({ id }) => id >= one.id)
  }
  const here = () => [...waiting].filter(one => one.server === server)
  const wasDue = here().some(isDue)
  const sent: string[] = []
  // What is due wakes the server's lane, which then takes whatever may be taken.
  while (wasDue) {
    const [one] = here()
      .filter(mayBeTaken)
      .sort((a, b) => a.next - b.next || a.id - b.id)
    if (!one) break
    const later = same(one).filter(({ id, text }) => id > one.id && text !== 'pointless')
    const isPointless = one.text === 'pointless' || (order === 'latest' && later.length > 0)
    if (!isPointless && states[server] !== 'up') {
      one.attempts += 1
      if (now - one.createdAt > 3 * days) waiting.delete(one)
      else one.next = now + Math.min(15 * minutes, 10 * seconds * 2 ** (one.attempts - 1))
      if (states[server] === 'busy' && waiting.has(one))
        for (const each of here()) each.next = Math.max(each.next, now + 20 * minutes)
      break
    }
    waiting.delete(one)
    if (!isPointless && one.text !== 'nonsense') sent.push(`${one.destination} ${one.text}`)
  }
  return sent
}

test('deliveries go by the rules of their order, whatever happens to servers [D-15]', async () => {
  const orders = fc.constantFrom<Order>('none', 'all', 'latest')
  await fc.assert(
    fc.asyncProperty(
      orders,
      fc.array(round, { minLength: 3, maxLength: 10, size: 'max' }),
      async (order, rounds) => {
        await db.deleteFrom('deliveries').execute()
        const processes = [createQueue(order), createQueue(order)]
        const waiting = new Set<Waiting>()
        now = Date.parse('2026-11-20T15:00:00Z')
        for (const { posts, passed, process, ...one } of rounds) {
          now += passed
          states = one.states
          for (const { server, person, text, within } of posts) {
            const delivery = { channel: 'test', kind: 'post', server, destination: `${server}/${person}` }
            const expires = within < Infinity && { expiresAt: new Date(now + within) }
            await queueDelivery(db, new Date(now), { ...delivery, payload: { text }, ...expires })
            const { id } = await db
              .selectFrom('deliveries')
              .select('id')
              .orderBy('id', 'desc')
              .executeTakeFirstOrThrow()
            const times = { createdAt: now, next: now, expiresAt: now + within }
            waiting.add({ id, ...delivery, text, attempts: 0, ...times })
          }
          for (const each of waiting) if (each.expiresAt <= now) waiting.delete(each)
          arrived.length = 0
          processes[process]?.wake()
          await processes[process]?.settled()
          for (const server of servers) {
            const expected = follow(waiting, server, order)
            expect(arrived.filter(([at]) => at === server).map(([, message]) => message)).toEqual(expected)
          }
          const left = await db
            .selectFrom('deliveries')
            .select(['id', 'attempts', 'nextAttemptAt as next'])
            .orderBy('id')
            .execute()
          const expected = [...waiting].map(({ id, attempts, next }) => ({ id, attempts, next }))
          expect(left.map(one => ({ ...one, next: Date.parse(one.next) }))).toEqual(
            expected.sort((a, b) => a.id - b.id),
          )
        }
      },
    ),
    {
      ...(process.env.EVERYTHING === 'true' ? { numRuns: 200 } : { numRuns: 40, seed: 56 }),
      interruptAfterTimeLimit: 40_000,
    },
  )
})
