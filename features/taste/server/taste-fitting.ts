import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type BackgroundWork, backgroundWork } from '#kit/server/jobs/background-work.ts'
import { LeaseLost, withLease } from '#kit/server/jobs/lease.ts'
import { findTasteFingerprint } from './taste.ts'

type FittingDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now'>

const pollInterval = 30_000

/** Change it with what is learned from the ratings, so that every installation learns again. */
const whatIsLearned = 'tastes and likes:'

/**
 * Learns from all ratings after they have changed, in a worker thread. Of all processes that share the database, only
 * one does so at a time.
 */
export function createTasteFitting(deps: FittingDeps): BackgroundWork {
  return backgroundWork({
    interval: pollInterval,
    work: stopping => fitIfChanged(deps, stopping),
    onError: error => {
      if (!(error instanceof LeaseLost))
        deps.log.error({ err: error }, 'taste could not be learned from the ratings')
    },
  })
}

async function fitIfChanged(deps: FittingDeps, stopping: AbortSignal): Promise<void> {
  if (!(await isOutdated(deps))) return
  await withLease(deps, 'fit taste', async lease => {
    // Another process may have been quicker. Changes made during the fit are noticed by the next check.
    const ratings = await ratingsFingerprint(deps.db)
    if (ratings === (await findTasteFingerprint(deps.db))?.ratings) return
    const model = await learn(deps, AbortSignal.any([lease.signal, stopping]))
    await deps.db.transaction().execute(async tx => {
      await lease.requireHeld(tx)
      await saveTasteModel(tx, { ratings, fittedAt: deps.now().toISOString(), model })
    })
  })
}

async function isOutdated({ db }: FittingDeps): Promise<boolean> {
  const [ratings, known] = [await ratingsFingerprint(db), await findTasteFingerprint(db)]
  return ratings !== known?.ratings
}

async function learn({ config }: FittingDeps, signal: AbortSignal): Promise<Uint8Array> {
  const { databaseUrl, dataDir } = config
  const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), {
    workerData: { databaseUrl, dataDir },
  })
  worker.unref()
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      // Under `node --watch`, as in `npm run dev`, a worker also posts messages about the files it loads.
      worker.on('message', sent => sent instanceof Uint8Array && resolve(sent)).once('error', reject)
      worker.once('exit', code => reject(new Error(`The thread ended with ${code}`)))
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  } finally {
    await worker.terminate()
  }
}

/**
 * A text that changes whenever any rating changes. It is cheap
 * to read: tallies are stored, and the latest time has an index.
 */
export async function ratingsFingerprint(db: Db): Promise<string> {
  const bigId = sql<number>`cast(id as bigint)`
  const { count, sum, weighted } = await db
    .selectFrom('restaurants')
    .select(eb => [
      eb.fn.sum<number | null>('ratingCount').as('count'),
      eb.fn.sum<number | null>('ratingSum').as('sum'),
      sql<number | null>`sum(${bigId} * ("ratingCount" * 7 + "ratingSum"))`.as('weighted'),
    ])
    .executeTakeFirstOrThrow()
  const { latest } = await db
    .selectFrom('ratings')
    .select(eb => eb.fn.max('updatedAt').as('latest'))
    .executeTakeFirstOrThrow()
  return [whatIsLearned, count, sum, weighted, latest].map(value => value ?? 0).join(' ')
}

/** Saves a model in place of the last one. */
export async function saveTasteModel(tx: Db, model: Omit<Row<'tasteModels'>, 'id'>): Promise<void> {
  await tx.deleteFrom('tasteModels').execute()
  await tx.insertInto('tasteModels').values(model).execute()
}
