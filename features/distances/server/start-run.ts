import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalidCampus, requireCount } from '#kit/server/http/errors.ts'
import { insertRun, listIdsByCampus, type Run } from './distance-runs-store.ts'

/** Stores what to recalculate. Any process then does the work in the background. */
export async function startRun(
  { db, now, geocoder }: Deps,
  { campusCode, expectedCount }: { campusCode?: string; expectedCount?: number },
  by: Actor,
): Promise<Run> {
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    if (campusCode !== undefined && !(await findCampusByCode(tx, campusCode))) throw invalidCampus()
    const { ids, toLocate } = await listIdsByCampus(tx, campusCode ?? null)
    requireCount(ids.length, expectedCount)
    const run = await insertRun(tx, {
      campusCode: campusCode ?? null,
      ids,
      toLocate: geocoder ? toLocate : [],
      startedBy: by.viewer?.id ?? null,
      startedAt: time,
    })
    if (!run) throw conflict('The distances are already being recalculated.')
    const details = { campusCode: run.campusCode, count: run.count }
    await recordAudit(tx, { action: 'DISTANCES_RECALCULATED', details, by, time })
    return run
  })
}
