import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database, Db, DeliveryRow } from '#server/database/schema.ts'

/**
 * Puts a delivery into the queue, in the transaction of what causes it; `wake()` of its queue after the commit sends it at once. It is
 * tried for three days, at growing intervals, or until `expiresAt`, from which on it would be worth nothing.
 */
export async function queueDelivery(
  tx: Db,
  now: Date,
  delivery: Pick<DeliveryRow, 'channel' | 'kind' | 'destination'> & { payload: object; expiresAt?: Date },
): Promise<void> {
  const time = now.toISOString()
  await tx
    .insertInto('deliveries')
    .values({
      ...delivery,
      payload: JSON.stringify(delivery.payload),
      attempts: 0,
      lastError: null,
      createdAt: time,
      nextAttemptAt: time,
      expiresAt: delivery.expiresAt?.toISOString() ?? null,
    })
    .execute()
}

/** Drops what waits of one kind for one destination: a newer delivery replaces it. */
export async function removeWaiting(
  db: Db,
  { channel, kind, destination }: Pick<DeliveryRow, 'channel' | 'kind' | 'destination'>,
): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('destination', '=', destination)
    .execute()
}

/** The oldest first. */
export async function listDeliveries(db: Db, channel: string): Promise<DeliveryRow[]> {
  return db.selectFrom('deliveries').selectAll().where('channel', '=', channel).orderBy('id').execute()
}

export type QueueLength = { channel: string; waiting: number; oldest: string }

/** How many wait in each channel that has any, and since when. */
export async function countDeliveries(db: Db): Promise<QueueLength[]> {
  return db
    .selectFrom('deliveries')
    .select(({ fn }) => [
      'channel',
      fn.countAll<number>().as('waiting'),
      fn.min<string>('createdAt').as('oldest'),
    ])
    .groupBy('channel')
    .execute()
}

export async function findDelivery(
  db: Db,
  { channel, id }: { channel: string; id: number },
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('channel', '=', channel)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether some process is sending a delivery: it counted the attempt, and there is no error of it yet. */
export const isUnderWay = (delivery: DeliveryRow, now: string): boolean =>
  delivery.attempts > 0 && delivery.lastError === null && delivery.nextAttemptAt > now

const isAtRest =
  (now: string) =>
  (eb: ExpressionBuilder<Database, 'deliveries'>): Expression<SqlBool> =>
    eb.or([eb('attempts', '=', 0), eb('lastError', 'is not', null), eb('nextAttemptAt', '<=', now)])

/** Makes a delivery due now, or, without an id, the whole channel; leaves alone what is being sent. */
export async function bringForward(
  db: Db,
  { channel, id, now }: { channel: string; id: number | null; now: string },
): Promise<DeliveryRow[]> {
  let query = db
    .updateTable('deliveries')
    .set({ nextAttemptAt: now })
    .where('channel', '=', channel)
    .where(isAtRest(now))
  if (id !== null) query = query.where('id', '=', id)
  return query.returningAll().execute()
}

/** undefined when there is no such delivery, or when it is being sent. */
export async function dropWaiting(
  db: Db,
  { channel, id, now }: { channel: string; id: number; now: string },
): Promise<DeliveryRow | undefined> {
  return db
    .deleteFrom('deliveries')
    .where('channel', '=', channel)
    .where('id', '=', id)
    .where(isAtRest(now))
    .returningAll()
    .executeTakeFirst()
}

/** Drops what is worth nothing any more, and returns it. */
export async function dropExpired(db: Db, channel: string, now: string): Promise<DeliveryRow[]> {
  return db
    .deleteFrom('deliveries')
    .where('channel', '=', channel)
    .where('expiresAt', '<=', now)
    .returningAll()
    .execute()
}

/** `latest` is the furthest that an attempt is ever put off: what lies beyond comes from a clock that was set back since. */
export type Due = { now: string; latest: string }

const isDue =
  ({ now, latest }: Due) =>
  (eb: ExpressionBuilder<Database, 'deliveries'>): Expression<SqlBool> =>
    eb.or([eb('deliveries.nextAttemptAt', '<=', now), eb('deliveries.nextAttemptAt', '>', latest)])

/** The next to send; in order, only what waits longest for its destination counts. */
export async function findDueId(
  db: Db,
  { channel, inOrder, ...due }: Due & { channel: string; inOrder: boolean },
): Promise<number | undefined> {
  let query = db
    .selectFrom('deliveries')
    .select('deliveries.id')
    .where('deliveries.channel', '=', channel)
    .where(isDue(due))
  if (inOrder)
    query = query.where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.channel', '=', 'deliveries.channel')
            .whereRef('earlier.destination', '=', 'deliveries.destination')
            .whereRef('earlier.id', '<', 'deliveries.id'),
        ),
      ),
    )
  const row = await query
    .orderBy('deliveries.nextAttemptAt')
    .orderBy('deliveries.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Takes a due delivery for sending until `until`; undefined when another process was quicker. */
export async function claimDelivery(
  db: Db,
  { id, until, ...due }: Due & { id: number; until: string },
): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('deliveries')
    .set(eb => ({ nextAttemptAt: until, attempts: eb('attempts', '+', 1), lastError: null }))
    .where('id', '=', id)
    .where(isDue(due))
    .returningAll()
    .executeTakeFirst()
}

export async function postponeDelivery(
  db: Db,
  { id, nextAttemptAt, lastError }: Pick<DeliveryRow, 'id' | 'nextAttemptAt' | 'lastError'>,
): Promise<void> {
  await db.updateTable('deliveries').set({ nextAttemptAt, lastError }).where('id', '=', id).execute()
}

export async function removeDelivery(db: Db, id: number): Promise<void> {
  await db.deleteFrom('deliveries').where('id', '=', id).execute()
}
