import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database, Db, DeliveryRow } from '#server/database/schema.ts'

/**
 * Queues a delivery in the transaction that causes it. Call the queue's
 * `wake()` after the commit to send it immediately. It is retried at growing
 * intervals for three days, or until `expiresAt`, when it becomes worthless.
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

/** Removes the queued deliveries of one kind for one destination, because a newer delivery replaces them. */
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

/** Oldest first. */
export async function listDeliveries(db: Db, channel: string): Promise<DeliveryRow[]> {
  return db.selectFrom('deliveries').selectAll().where('channel', '=', channel).orderBy('id').execute()
}

export type QueueLength = { channel: string; waiting: number; oldest: string }

/** For each channel with deliveries: how many are waiting, and when the oldest was queued. */
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

/** Whether a process is sending this delivery: the attempt is counted, but no error is recorded yet. */
export const isBeingSent = (delivery: DeliveryRow, now: string): boolean =>
  delivery.attempts > 0 && delivery.lastError === null && delivery.nextAttemptAt > now

const isNotBeingSent =
  (now: string) =>
  (eb: ExpressionBuilder<Database, 'deliveries'>): Expression<SqlBool> =>
    eb.or([eb('attempts', '=', 0), eb('lastError', 'is not', null), eb('nextAttemptAt', '<=', now)])

/** Makes one delivery due now, or the whole channel if `id` is null. Skips deliveries that are being sent. */
export async function makeDueNow(
  db: Db,
  { channel, id, now }: { channel: string; id: number | null; now: string },
): Promise<DeliveryRow[]> {
  let query = db
    .updateTable('deliveries')
    .set({ nextAttemptAt: now })
    .where('channel', '=', channel)
    .where(isNotBeingSent(now))
  if (id !== null) query = query.where('id', '=', id)
  return query.returningAll().execute()
}

/** Returns undefined if there is no such delivery or if it is being sent. */
export async function dropWaiting(
  db: Db,
  { channel, id, now }: { channel: string; id: number; now: string },
): Promise<DeliveryRow | undefined> {
  return db
    .deleteFrom('deliveries')
    .where('channel', '=', channel)
    .where('id', '=', id)
    .where(isNotBeingSent(now))
    .returningAll()
    .executeTakeFirst()
}

/** Removes and returns the expired deliveries. */
export async function dropExpired(db: Db, channel: string, now: string): Promise<DeliveryRow[]> {
  return db
    .deleteFrom('deliveries')
    .where('channel', '=', channel)
    .where('expiresAt', '<=', now)
    .returningAll()
    .execute()
}

/** No attempt is ever postponed beyond `latest`; a later time means that the clock has been set back since. */
export type Due = { now: string; latest: string }

const isDue =
  ({ now, latest }: Due) =>
  (eb: ExpressionBuilder<Database, 'deliveries'>): Expression<SqlBool> =>
    eb.or([eb('deliveries.nextAttemptAt', '<=', now), eb('deliveries.nextAttemptAt', '>', latest)])

/** The next delivery to send. With `inOrder`, only the oldest delivery for each destination is considered. */
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

/** Claims a due delivery until `until`; undefined if another process was faster. */
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
