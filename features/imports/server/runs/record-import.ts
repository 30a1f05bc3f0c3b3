import type { Actor } from '#features/audit/server/record-audit.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Lease } from '#kit/server/jobs/lease.ts'
import {
  finishRun,
  type ImportOutcome,
  insertImported,
  insertImportRun,
  type Run,
} from '../import-runs-store.ts'
import type { InBatches } from './in-batches.ts'

/** An import that was started earlier and is carried out in the background. */
export type BackgroundRun = { run: Run; lease: Lease; inBatches: InBatches }

/** Null if the restaurants are near different campuses. */
export function commonCampusOf(restaurants: Pick<Row<'restaurants'>, 'campusCode'>[]): string | null {
  const [campusCode = null, ...others] = new Set(restaurants.map(restaurant => restaurant.campusCode))
  return others.length === 0 ? campusCode : null
}

type Written = {
  run: Omit<Parameters<typeof insertImportRun>[1], 'startedBy'>
  written: Omit<Row<'importedRestaurants'>, 'runId'>[]
  result: ImportOutcome
  by: Actor
  time: string
}

/**
 * Ends the run of an import with what it wrote, in the transaction that wrote it, so that neither exists without the
 * other. A call that carries its import out itself begins the run here, so that no queue ever sees it.
 */
export async function recordImport(
  tx: Db,
  { run: begun, written, result, by, time }: Written,
  background?: BackgroundRun,
): Promise<void> {
  const startedBy = by.viewer?.id ?? null
  const run = background?.run ?? (await insertImportRun(tx, { ...begun, startedBy }, null))
  await finishRun(tx, run.id, { result, time, done: run.count })
  await insertImported(
    tx,
    written.map(({ restaurantId, updatedAt, before }) => ({
      runId: run.id,
      restaurantId,
      updatedAt,
      before,
    })),
  )
}
