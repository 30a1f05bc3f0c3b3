import type { ExpressionBuilder } from 'kysely'
import { insert } from '#kit/server/database/rows.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import { wakeAfterCommit } from '#kit/server/database/transactions.ts'

/**
 * Queues a delivery in the transaction that causes it, to be sent after the commit. It is retried at growing intervals
 * for three days, or until `expiresAt`, when it becomes worthless. `deliveryQueue` explains what server and destination
 * mean.
 */
export async function queueDelivery(
  tx: Db,
  now: Date,
  delivery: Pick<Row<'deliveries'>, 'channel' | 'kind' | 'server' | 'destination'> & {
    payload: object
    expiresAt?: Date
  },
): Promise<void> {
  const time = now.toISOString()
  await insert(tx, 'deliveries', {
    ...delivery,
    payload: JSON.stringify(delivery.payload),
    attempts: 0,
    createdAt: time,
    nextAttemptAt: time,
    expiresAt: delivery.expiresAt?.toISOString() ?? null,
  })
  wakeAfterCommit(tx, delivery.channel)
}

type QueueLength = { channel: string; waiting: number; oldest: string }

/** For each channel with deliveries: how many are waiting, and when the oldest was queued. */
export async function countDeliveries(db: Db): Promise<QueueLength[]> {
  return db
    .selectFrom('deliveries')
    .select(({ fn }) => [
      'channel',
      fn.countAll<number>().as('waiting'),
      fn.min<string>('createdAt').as('oldest'),
    ])
    .where('givenUpAt', 'is', null)
    .groupBy('channel')
    .execute()
}

/** Whether a process is sending this delivery: the attempt is counted, but no error is recorded yet. */
export const isBeingSent = (delivery: Row<'deliveries'>, now: string): boolean =>
  delivery.attempts > 0 && delivery.lastError === null && delivery.nextAttemptAt > now

type Deliveries = ExpressionBuilder<Database, 'deliveries'>

export const isNotBeingSent = (now: string) => (eb: Deliveries) =>
  eb.or([eb('attempts', '=', 0), eb('lastError', 'is not', null), eb('nextAttemptAt', '<=', now)])

/** Removes and returns the expired deliveries, except those that are being sent. */
export async function dropExpired(db: Db, channel: string, now: string): Promise<Row<'deliveries'>[]> {
  return db
    .deleteFrom('deliveries')
    .where('channel', '=', channel)
    .where('expiresAt', '<=', now)
    .where('givenUpAt', 'is', null)
    .where(isNotBeingSent(now))
    .returningAll()
    .execute()
}

/** No attempt is ever postponed beyond `latest`; a later time means that the clock has been set back since. */
export type Due = { now: string; latest: string }

const isDue =
  ({ now, latest }: Due) =>
  (eb: Deliveries) =>
    eb.and([
      eb('deliveries.givenUpAt', 'is', null),
      eb.or([eb('deliveries.nextAttemptAt', '<=', now), eb('deliveries.nextAttemptAt', '>', latest)]),
    ])

/** Whether there is an earlier (or later) delivery for the same destination. */
const hasOther = (eb: Deliveries, comparison: '<' | '>') =>
  eb.exists(
    eb
      .selectFrom('deliveries as other')
      .select('other.id')
      .whereRef('other.channel', '=', 'deliveries.channel')
      .whereRef('other.destination', '=', 'deliveries.destination')
      .whereRef('other.id', comparison, 'deliveries.id'),
  )

/**
 * How deliveries with the same destination depend on each other: not at all; each waits for the earlier ones; or
 * they do, and only the latest that is not pointless is worth sending, so that it replaces those not sent yet.
 */
export type Order = 'none' | 'all' | 'latest'

/** Whether it is the turn of a delivery. One that a later one replaces no longer waits for its next attempt. */
const mayBeTaken =
  ({ order, ...due }: Due & { order: Order }) =>
  (eb: Deliveries) => {
    if (order === 'none') return isDue(due)(eb)
    const isFirst = eb.not(hasOther(eb, '<'))
    if (order === 'all') return eb.and([isDue(due)(eb), isFirst])
    const isReplaced = eb.and([isNotBeingSent(due.now)(eb), hasOther(eb, '>')])
    return eb.and([eb.or([isDue(due)(eb), isReplaced]), isFirst])
  }

/** The servers for which anything is due. */
export async function listDueServers(db: Db, channel: string, due: Due): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('server')
    .distinct()
    .where('channel', '=', channel)
    .where(isDue(due))
    .execute()
  return rows.map(({ server }) => server)
}

/** The deliveries to send to a server next, at most as many as `most`. */
export async function listDueIds(
  db: Db,
  { channel, server, most, ...turn }: Due & { channel: string; server: string; most: number; order: Order },
): Promise<number[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('deliveries.id')
    .where('deliveries.channel', '=', channel)
    .where('deliveries.server', '=', server)
    .where(mayBeTaken(turn))
    .orderBy('deliveries.nextAttemptAt')
    .orderBy('deliveries.id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Claims due deliveries until `until`, and returns those that no other process has claimed. */
export async function claimDeliveries(
  db: Db,
  { ids, until, ...turn }: Due & { ids: number[]; until: string; order: Order },
): Promise<Row<'deliveries'>[]> {
  const rows = await db
    .updateTable('deliveries')
    .set(eb => ({ nextAttemptAt: until, attempts: eb('attempts', '+', 1), lastError: null }))
    .where('id', 'in', ids)
    .where(mayBeTaken(turn))
    .returningAll()
    .execute()
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Tries nothing that waits for this server before `until`. */
export async function postponeServer(
  db: Db,
  {
    channel,
    server,
    until,
    now,
  }: Pick<Row<'deliveries'>, 'channel' | 'server'> & { until: string; now: string },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ nextAttemptAt: until })
    .where('channel', '=', channel)
    .where('server', '=', server)
    .where('nextAttemptAt', '<', until)
    .where(isNotBeingSent(now))
    .execute()
}
