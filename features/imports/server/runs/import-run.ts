import type { Actor } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import { insert, insertAll } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { Lease } from '#kit/server/jobs/lease.ts'
import type { ImportRun, startImport } from '../../import-runs-contract.ts'

export type Wanted =
  | Body<typeof startImport>
  | { source: 'osm-comparison'; campusCode: string; radius: number }
/** As a queued run stores it, so its names stay: an earlier version may have queued the run. */
export type ImportInput = { wanted: Wanted; by: { ip: string; userAgent: string | undefined } }
export type ImportOutcome = NonNullable<ImportRun['result']>

type NewRun = Pick<Row<'importRuns'>, 'source' | 'campusCode' | 'file' | 'count'>

/** One way to import. The queue, the progress, the record and the undo are the same for all. */
export type Source<Input, Found, Result extends object = ImportOutcome> = {
  /** Looks up all that the import needs, with nothing locked. */
  look: (deps: Deps, input: Input, inParts: InParts) => Promise<Found>
  /** Writes it in the transaction that ends the run. */
  write: (tx: Db, found: Found, writing: Writing) => Promise<Written<Result>>
}
export type Writing = { deps: Deps; by: Actor; time: string }
export type Written<Result extends object = ImportOutcome> = {
  run: NewRun
  result: Result
  /** With their previous values, null if the import added them, and their `updatedAt` after it. */
  restaurants: { restaurantId: number; updatedAt: string; before: object | null }[]
}

/** Passes items to `work` in parts of this size, and may save the progress and stop in between. */
export type InParts = <T>(items: T[], size: number, work: (part: T[]) => unknown) => Promise<void>

/** While a caller waits, a service is asked once for all. */
export const atOnce: InParts = async (items, _size, work) => {
  await work(items)
}

/**
 * Carries an import out. Nothing is written before all is looked up, and then everything in one transaction with the end
 * of its run, so that neither exists without the other. Without `queued`, for a caller that waits, the run also begins
 * there, so that no queue ever sees it.
 */
export async function carryOut<Input, Found, Result extends object>(
  deps: Deps,
  source: Source<Input, Found, Result>,
  input: Input,
  by: Actor,
  queued?: { id: number; lease: Lease; inParts: InParts },
): Promise<Written<Result>> {
  const found = await source.look(deps, input, queued?.inParts ?? atOnce)
  const written = await write(deps, by, async ({ tx, time }) => {
    await queued?.lease.requireHeld(tx)
    const written = await source.write(tx, found, { deps, by, time })
    const { id: runId } = queued ?? (await beginRun(tx, written.run, { by, time }))
    await tx
      .updateTable('importRuns')
      .set(eb => ({
        ...{ state: 'done', input: '', done: eb.ref('count') },
        ...{ result: JSON.stringify(written.result), finishedAt: time },
      }))
      .where('id', '=', runId)
      .execute()
    const rows = written.restaurants.map(({ before, ...one }) => ({
      ...{ runId, ...one },
      before: before && JSON.stringify(before),
    }))
    await insertAll(tx, 'importedRestaurants', rows)
    return written
  })
  if ('toLocate' in written.result) deps.jobs.recalculation.wake()
  return written
}

/** `input` is what the queue needs to carry the run out. */
export async function beginRun(
  db: Db,
  run: NewRun,
  { by, time, input }: { by: Pick<Actor, 'viewer'>; time: string; input?: ImportInput },
): Promise<Row<'importRuns'>> {
  return insert(db, 'importRuns', {
    ...run,
    ...{ state: 'running', done: 0, attempts: 0 },
    input: input ? JSON.stringify(input) : '',
    startedBy: by.viewer?.id ?? null,
    startedAt: time,
  })
}
