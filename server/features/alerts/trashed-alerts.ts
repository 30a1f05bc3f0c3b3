import { insertAlert } from '#server/data/alerts-store.ts'
import {
  type Deletion,
  insertTrash,
  newTrash,
  type TrashRules,
  withSnapshots,
} from '#server/data/trash-store.ts'
import type { AlertRow, Db } from '#server/database/schema.ts'
import { readSnapshot } from '#server/database/snapshots.ts'

/** Copies an alert to the trash. The caller must delete it in the same transaction. */
export async function moveAlertToTrash(tx: Db, alert: AlertRow, deletion: Deletion): Promise<void> {
  const row = newTrash('alert', { id: alert.id, name: alert.title }, deletion)
  await insertTrash(tx, [{ ...row, snapshot: JSON.stringify(alert) }])
}

export const trashedAlerts: TrashRules = {
  restored: 'ALERT_RESTORED',
  isUndoable: false,
  describe: ({ snapshot }) => readSnapshot('alert', snapshot)?.message ?? '',
  restore: async (tx, rows) => {
    const { readable, skipped } = withSnapshots('alert', rows)
    for (const { snapshot } of readable) await insertAlert(tx, snapshot)
    return { rows: readable.map(({ row }) => row), skipped }
  },
}
