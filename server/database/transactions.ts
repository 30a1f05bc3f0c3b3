import { setTimeout } from 'node:timers/promises'
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import { engineOf, isTransient } from './dialect.ts'

/** How often a transaction is tried before its failure is shown. */
const attempts = 5

/**
 * Kysely whose transactions are tried again when the database ended them for another one's sake, as it does with one of two
 * that wait for each other. So what a transaction does besides its statements must bear repetition.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const executeOnce = builder.execute.bind(builder)
    builder.execute = <T>(work: (tx: Transaction<DB>) => Promise<T>) => retried(() => executeOnce(work))
    return builder
  }
}

/** Lets `work` read the whole database as it is at one moment, whatever others write meanwhile. It must bear repetition. */
export function readTogether<DB, T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  const reading = db.transaction().setAccessMode('read only')
  // On SQLite every transaction is a snapshot.
  const snapshot = engineOf(db) === 'postgres' ? reading.setIsolationLevel('repeatable read') : reading
  // Kysely's settings make another builder, without what RetryingKysely has given this one.
  return retried(() => snapshot.execute(work))
}

/** Runs what can be undone by the database alone, again when the database ended it for another one's sake. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error
      // Of two that met, one is to come first the next time.
      await setTimeout(Math.random() * 20 * attempt)
    }
  }
}
