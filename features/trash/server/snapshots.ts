import type * as z from 'zod/mini'
import type { Row } from '#kit/server/database/schema.ts'

/** What the trash keeps of an item, in the current format; undefined if nothing can be restored from it. */
export function readSnapshot<S>(format: z.ZodMiniType<S>, snapshot: string | null): S | undefined {
  return format.safeParse(parse(snapshot)).data
}

function parse(snapshot: string | null): unknown {
  try {
    return snapshot === null ? null : JSON.parse(snapshot)
  } catch {
    return undefined
  }
}

/** The rows with their snapshots converted to the current format; rows with unreadable snapshots are skipped. */
export function withSnapshots<S>(format: z.ZodMiniType<S>, rows: Row<'trash'>[]) {
  const readable: { row: Row<'trash'>; snapshot: S }[] = []
  const skipped: { id: number; message: string }[] = []
  for (const row of rows) {
    const snapshot = readSnapshot(format, row.snapshot)
    if (snapshot !== undefined) readable.push({ row, snapshot })
    else skipped.push({ id: row.itemId, message: `The saved copy of ${row.name} is damaged` })
  }
  return { readable, skipped }
}
