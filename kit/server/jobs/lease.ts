import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { seconds } from '#kit/rules/units.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Database, Db } from '#kit/server/database/schema.ts'
import { hasEnded, newHolder } from './lease-holder.ts'

export type Lease = {
  /** Aborted once another process may have taken the work over. */
  signal: AbortSignal
  /** Throws unless the lease is still ours. Within a transaction, it then stays ours until the end. */
  requireHeld: (tx: Db) => Promise<void>
}

export class LeaseLost extends Error {}

const leaseDuration = 30 * seconds
const renewInterval = 10 * seconds
/** A lease that ends later than this was taken before the clock was set back, and no longer counts as held. */
const maxPlausibleDuration = 10 * leaseDuration

/**
 * Does work that only one process may do at a time, among all that share the database. Returns 'taken' if
 * another one is doing it. If this process dies, another one on this machine can take over immediately, and
 * one on another machine after 30 seconds. If it only stalls and is replaced, `requireHeld` throws.
 */
export async function withLease<T>(
  { db, now }: { db: Kysely<Database>; now: () => Date },
  name: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T | 'taken'> {
  const mine = { name, holder: newHolder() }
  const newExpiry = () => timestampAfter(now(), leaseDuration)
  if (!(await takeLease(db, { ...mine, expiresAt: newExpiry() }, now()))) return 'taken'
  const lost = new AbortController()
  // A database that can't be reached may come back in time; only the reply "no" is final.
  const renew = async () => {
    const still = await renewLease(db, { ...mine, expiresAt: newExpiry() }).catch(() => true)
    if (!still) lost.abort(new LeaseLost(`The lease '${name}' was lost`))
  }
  const timer = setInterval(() => void renew(), renewInterval)
  const requireHeld = async (tx: Db) => {
    if (!(await holdsLease(tx, mine))) throw new LeaseLost(`The lease '${name}' was lost`)
  }
  try {
    return await work({ signal: lost.signal, requireHeld })
  } finally {
    clearInterval(timer)
    // If this fails, the lease expires.
    await releaseLease(db, mine).catch(() => undefined)
  }
}

/** Whether a process is currently doing this work. */
export async function isLeased(db: Db, name: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('leases')
    .select('holder')
    .where('name', '=', name)
    .where(isHeld(now))
    .executeTakeFirst()
  return row !== undefined && !hasEnded(row.holder)
}

/** For `query.where(isHeld(now))`: the leases that are currently held. */
export const isHeld =
  (now: Date) =>
  (eb: ExpressionBuilder<Database, 'leases'>): Expression<SqlBool> =>
    eb.and([
      eb('leases.expiresAt', '>', now.toISOString()),
      eb('leases.expiresAt', '<=', timestampAfter(now, maxPlausibleDuration)),
    ])

type Held = { name: string; holder: string }

async function takeLease(db: Db, lease: Held & { expiresAt: string }, now: Date): Promise<boolean> {
  const { name, holder, expiresAt } = lease
  const taken = await db
    .insertInto('leases')
    .values(lease)
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expiresAt })
        .where(eb => eb.not(isHeld(now)(eb))),
    )
    .returning('name')
    .executeTakeFirst()
  if (taken) return true
  const other = await db.selectFrom('leases').select('holder').where('name', '=', name).executeTakeFirst()
  if (!other || !hasEnded(other.holder)) return false
  const takenOver = await db
    .updateTable('leases')
    .set({ holder, expiresAt })
    .where('name', '=', name)
    .where('holder', '=', other.holder)
    .returning('name')
    .executeTakeFirst()
  return takenOver !== undefined
}

async function renewLease(
  db: Db,
  { name, holder, expiresAt }: Held & { expiresAt: string },
): Promise<boolean> {
  const renewed = await db
    .updateTable('leases')
    .set({ expiresAt })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .returning('name')
    .executeTakeFirst()
  return renewed !== undefined
}

async function holdsLease(tx: Db, { name, holder }: Held): Promise<boolean> {
  const row = await tx
    .selectFrom('leases')
    .select('name')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .$call(locked(tx))
    .executeTakeFirst()
  return row !== undefined
}

async function releaseLease(db: Db, { name, holder }: Held): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}
