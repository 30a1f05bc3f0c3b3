import type { Actor } from '#server/audit/record-audit.ts'
import {
  finishRun,
  type ImportOutcome,
  insertFinishedRun,
  insertImported,
  type Run,
} from '#server/data/import-runs-store.ts'
import type { Db, ImportedRestaurantRow } from '#server/database/schema.ts'
import type { Lease } from '#server/jobs/lease.ts'
import type { InBatches } from './in-batches.ts'

/** An import that was started earlier and is carried out in the background. */
export type BackgroundRun = { run: Run; lease: Lease; inBatches: InBatches }

type Written = {
  run: Omit<Parameters<typeof insertFinishedRun>[1], 'startedBy'>
  written: Omit<ImportedRestaurantRow, 'runId'>[]
  result: ImportOutcome
  by: Actor
  time: string
}

/** Records what an import wrote, in the transaction that wrote it, so that neither exists without the other. */
export async function recordImport(
  tx: Db,
  { run, written, result, by, time }: Written,
  background?: BackgroundRun,
): Promise<void> {
  if (background) await finishRun(tx, background.run, { result, time })
  const { id } =
    background?.run ?? (await insertFinishedRun(tx, { ...run, startedBy: by.viewer?.id ?? null }, result))
  await insertImported(
    tx,
    written.map(({ restaurantId, updatedAt, before }) => ({ runId: id, restaurantId, updatedAt, before })),
  )
}
