import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { seconds } from '#kit/rules/units.ts'
import { locked } from '#kit/server/database/locks.ts'
import { change, find, remove } from '#kit/server/database/rows.ts'
import type { Database, Db } from '#kit/server/database/schema.ts'

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
    const renewed = await change(db, 'leases', mine, { expiresAt: newExpiry() }).catch(() => [mine])
    if (renewed.length === 0) lost.abort(new LeaseLost(`The lease '${name}' was lost`))
  }
  const timer = setInterval(() => void renew(), renewInterval)
  const requireHeld = async (tx: Db) => {
    const held = tx
      .selectFrom('leases')
      .select('name')
      .where('name', '=', name)
      .where('holder', '=', mine.holder)
    if (!(await held.$call(locked(tx)).executeTakeFirst()))
      throw new LeaseLost(`The lease '${name}' was lost`)
  }
  try {
    return await work({ signal: lost.signal, requireHeld })
  } finally {
    clearInterval(timer)
    // If this fails, the lease expires.
    await remove(db, 'leases', mine).catch(() => undefined)
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
  const other = await find(db, 'leases', { name })
  if (!other || !hasEnded(other.holder)) return false
  return (await change(db, 'leases', { name, holder: other.holder }, { holder, expiresAt })).length > 0
}

/**
 * A unique name for one piece of work of this process. Other
 * processes can tell from it whether this one is still running.
 */
export const newHolder = (): string => [pidScope, process.pid, thisProcess, randomUUID()].join(' ')

/** Whether the process that holds something has certainly ended; false if it runs elsewhere, where that is unknown. */
export function hasEnded(holder: string): boolean {
  const [scope, pid, which] = holder.split(' ')
  if (scope !== pidScope || which === undefined) return false
  if (Number(pid) === process.pid) return which !== thisProcess
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const thisProcess = randomUUID()

// Process ids are comparable only here: since the last boot of this machine, and within this container.
const pidScope = findPidScope()

function findPidScope(): string {
  try {
    const machine = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${machine}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}
