import * as z from 'zod/mini'
import type { TrashKind } from '#contract/trash.ts'
import { rowSchema } from './table.ts'
import { tables } from './tables.ts'

/**
 * The JSON that the trash keeps of each kind of item, whichever version deleted it. A rating is a row of
 * `trashedRatings` instead.
 */
const snapshots = {
  restaurant: z.strictObject({
    restaurant: rowSchema(tables.restaurants),
    teamRatings: z.array(rowSchema(tables.teamRatings, 'restaurantId')),
  }),
  alert: rowSchema(tables.systemAlerts),
  rating: z.null(),
} satisfies Record<TrashKind, z.ZodMiniType>

export type Snapshot<K extends TrashKind> = z.output<(typeof snapshots)[K]>

/** A snapshot in the current format; undefined if nothing can be restored from it. */
export function readSnapshot<K extends TrashKind>(kind: K, snapshot: string | null): Snapshot<K> | undefined {
  return snapshots[kind].safeParse(parse(snapshot)).data as Snapshot<K> | undefined
}

function parse(snapshot: string | null): unknown {
  try {
    return snapshot === null ? null : JSON.parse(snapshot)
  } catch {
    return undefined
  }
}
