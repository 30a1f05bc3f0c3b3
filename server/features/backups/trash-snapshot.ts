import * as z from 'zod/mini'
import { backupTables } from './backup-format.ts'

const restaurant = z.strictObject({
  restaurant: z.extend(backupTables.restaurants.row, {
    ratingCount: z.int().check(z.minimum(0)),
    ratingSum: z.int().check(z.minimum(0)),
  }),
  teamRatings: z.array(z.omit(backupTables.teamRatings.row, { restaurantId: true })),
})

const fromJson = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.string().check(z.refine(text => schema.safeParse(parse(text)).success))

/** A row of the trash whose snapshot is what restoring it from the trash will put back. */
export const TrashSnapshot = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('restaurant'), snapshot: fromJson(restaurant) }),
  z.object({ kind: z.literal('alert'), snapshot: fromJson(backupTables.systemAlerts.row) }),
  z.object({ kind: z.literal('rating'), snapshot: z.null() }),
])

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
