import { setTimeout } from 'node:timers/promises'
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import { engineOf, isTransient } from './dialect.ts'

/** How many times a transaction is tried before its error is passed on. */
const attempts = 5

/**
 * A Kysely whose transactions are retried if the database aborted them in favor of another one, as it does to
 * end a deadlock. So anything a transaction does besides its statements must be safe to repeat.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const executeOnce = builder.execute.bind(builder)
    builder.execute = <T>(work: (tx: Transaction<DB>) => Promise<T>) => withRetries(() => executeOnce(work))
    return builder
  }
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
  // These settings return a new builder, without the retries of RetryingKysely.
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
