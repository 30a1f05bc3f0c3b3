import { setTimeout } from 'node:timers/promises'
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import { engineOf, isTransient } from './drivers/dialect.ts'
import type { Db } from './schema.ts'

/** How many times a transaction is tried before its error is passed on. */
const attempts = 5

/**
 * A Kysely whose transactions are retried if the database aborted them in favor of another one, as it does to
 * end a deadlock. So anything a transaction does besides its statements must be safe to repeat.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  /** See `wakeWhenQueued`. */
  onQueued: (queue: string) => void = () => undefined

  override transaction(): TransactionBuilder<DB> {
    // Whatever a database's default is: the locks are meant for this one, and a stricter one aborts more than is retried.
    const builder = super.transaction().setIsolationLevel('read committed')
    const executeOnce = builder.execute.bind(builder)
    builder.execute = <T>(work: (tx: Transaction<DB>) => Promise<T>) =>
      withRetries(async () => {
        const queues = new Set<string>()
        const result = await executeOnce(tx => {
          queuesOf.set(tx, queues)
          return work(tx)
        })
        for (const queue of queues) this.onQueued(queue)
        return result
      })
    return builder
  }
}

/** The queues that each open transaction has added to. */
const queuesOf = new WeakMap<object, Set<string>>()

/**
 * Lets the worker of this queue look into it as soon as what was just added is committed. Call it after the
 * statement that adds: outside a transaction it wakes at once.
 */
export function wakeAfterCommit(db: Db, queue: string): void {
  const queues = queuesOf.get(db)
  if (queues) queues.add(queue)
  else if (db instanceof RetryingKysely) db.onQueued(queue)
}

/** Wakes these workers, by the name of their queue, whenever this process has queued something for them in `db`. */
export function wakeWhenQueued(db: Db, workers: Record<string, { wake: () => void }>): void {
  if (db instanceof RetryingKysely) db.onQueued = queue => workers[queue]?.wake()
}

/**
 * Lets `work` read the whole database as of one moment,
 * regardless of concurrent writes. `work` must be safe to repeat.
 */
export function readConsistently<DB, T>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const reading = db.transaction().setAccessMode('read only')
  // On SQLite every transaction is a snapshot.
  const snapshot = engineOf(db) === 'postgres' ? reading.setIsolationLevel('repeatable read') : reading
  // These settings return a new builder, without the retries and the waking of RetryingKysely.
  return withRetries(() => snapshot.execute(work))
}

/**
 * Runs work that only changes the database, and retries it if
 * the database aborted it in favor of another transaction.
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error
      // A random pause, so that two conflicting transactions don't meet again.
      await setTimeout(Math.random() * 20 * attempt)
    }
  }
}
