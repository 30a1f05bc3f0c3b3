import { type RawBuilder, sql } from 'kysely'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { find, remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'

/** At most `max` events in the period that begins with the first one. */
export type Limit = { max: number; milliseconds: number }

/**
 * From failure number `after` on, each failure locks the key: first for `shortest`, then twice as long each
 * time, up to `longest`. All durations are in milliseconds.
 */
export type LockRule = { after: number; shortest: number; longest: number; forgottenAfter: number }

/**
 * Counts an attempt as failed before it is made, in one statement that also rejects it if the key is locked:
 * many simultaneous attempts get no further than the same number in sequence. `forgetFailures` or
 * `releaseAttempt` undoes it.
 */
export async function reserveAttempt(db: Db, key: string, rule: LockRule, now: Date): Promise<boolean> {
  const time = now.toISOString()
  const expiresAt = timestampAfter(now, rule.forgottenAfter)
  const stale = isStale(now, rule.forgottenAfter)
  const lock = sql<string | null>`case when ${stale} then null ${lockSteps(rule, now)} end`
  const reserved = await db
    .insertInto('throttles')
    .values({ key, failures: 1, expiresAt, lockedUntil: null })
    .onConflict(conflict =>
      conflict
        .column('key')
        .doUpdateSet({ failures: nextCount(stale), expiresAt, lockedUntil: lock })
        .where(eb =>
          eb.or([
            eb('throttles.lockedUntil', 'is', null),
            eb('throttles.lockedUntil', '<=', time),
            // A lock longer than the longest possible one means that the clock has been set back since.
            eb('throttles.lockedUntil', '>', timestampAfter(now, rule.longest + clockSkew)),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return reserved !== undefined
}

export async function releaseAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('throttles')
    .set(eb => ({ failures: eb('failures', '-', 1), lockedUntil: null }))
    .where('key', '=', key)
    .execute()
}

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await remove(db, 'throttles', { key })
}

/** The same, of a key and of all that continue it after a space. */
export async function forgetFailuresBelow(db: Db, key: string): Promise<void> {
  // Not LIKE, to which the _ of an address is any letter.
  const start = `${key} `
  await db
    .deleteFrom('throttles')
    .where(eb => eb.or([eb('key', '=', key), sql<boolean>`substr("key", 1, length(${start})) = ${start}`]))
    .execute()
}

/** Counts one more event; false if that would exceed the limit. */
export async function countOne(db: Db, key: string, limit: Limit, now: Date): Promise<boolean> {
  const expiresAt = timestampAfter(now, limit.milliseconds)
  const stale = isStale(now, limit.milliseconds)
  const counted = await db
    .insertInto('throttles')
    .values({ key, failures: 1, expiresAt, lockedUntil: null })
    .onConflict(conflict =>
      conflict
        .column('key')
        .doUpdateSet({
          failures: nextCount(stale),
          expiresAt: sql<string>`case when ${stale} then ${expiresAt} else "throttles"."expiresAt" end`,
        })
        .where(eb => eb.or([eb('throttles.failures', '<', limit.max), stale])),
    )
    .returning('key')
    .executeTakeFirst()
  return counted !== undefined
}

/** How long, in milliseconds, the lock of a key still rejects attempts; 0 if it doesn't. */
export async function findLock(db: Db, key: string, rule: LockRule, now: Date): Promise<number> {
  const row = await find(db, 'throttles', { key })
  return remainingTime(row?.lockedUntil ?? null, rule.longest, now)
}

/** How long, in milliseconds, until an exhausted limit resets; 0 if it isn't exhausted. */
export async function findWait(db: Db, key: string, limit: Limit, now: Date): Promise<number> {
  const row = await find(db, 'throttles', { key })
  return row && row.failures >= limit.max ? remainingTime(row.expiresAt, limit.milliseconds, now) : 0
}

/**
 * Removes counters that have expired, and those that would
 * last longer than `longest` because the clock was set back.
 */
export async function removeEndedThrottles(db: Db, now: Date, longest: number): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where(eb =>
      eb.or([eb('expiresAt', '<=', now.toISOString()), eb('expiresAt', '>', timestampAfter(now, longest))]),
    )
    .execute()
}

function remainingTime(until: string | null, longest: number, now: Date): number {
  const left = until === null ? 0 : Date.parse(until) - now.getTime()
  return left > longest + clockSkew ? 0 : Math.min(longest, Math.max(0, left))
}

// The clocks of processes that share a database may differ by this much.
const clockSkew = 5_000

// Expired, or further in the future than possible because the clock was set back: the count starts over.
const isStale = (now: Date, longest: number) =>
  sql<boolean>`("throttles"."expiresAt" <= ${now.toISOString()} or "throttles"."expiresAt" > ${timestampAfter(now, longest + clockSkew)})`

const nextCount = (stale: RawBuilder<boolean>) =>
  sql<number>`case when ${stale} then 1 else "throttles"."failures" + 1 end`

function lockSteps({ after, shortest, longest }: LockRule, now: Date): RawBuilder<unknown> {
  const steps = [sql`when "throttles"."failures" + 1 < ${after} then null`]
  let count = after
  for (let length = shortest; length < longest; length *= 2) {
    steps.push(sql`when "throttles"."failures" + 1 = ${count} then ${timestampAfter(now, length)}`)
    count += 1
  }
  return sql`${sql.join(steps, sql` `)} else ${timestampAfter(now, longest)}`
}
