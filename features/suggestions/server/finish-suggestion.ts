import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { change, lock } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'

/** Marks an open suggestion as done in the same transaction that saves the suggested restaurant. */
export async function finishSuggestion(
  tx: Db,
  suggestionId: number | undefined,
  { restaurantId, by, time }: { restaurantId: number; by: Actor; time: string },
): Promise<void> {
  if (suggestionId === undefined) return
  const [suggestion] = await lock(tx, 'suggestions', { id: suggestionId })
  if (suggestion?.state !== 'open') return
  const { id, kind, name, state } = suggestion
  const answeredBy = by.viewer?.id ?? null
  await change(tx, 'suggestions', { id }, { state: 'done', restaurantId, answeredBy, updatedAt: time })
  const details = { id, kind, name, restaurantId, before: { state }, after: { state: 'done' } }
  await recordAudit(tx, { action: 'SUGGESTION_ANSWERED', details, by, time })
}
