import { type Actor, recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { touchLunchesWith } from '#features/lunches/server/news/touch-lunches.ts'
import { asColumns } from '#features/restaurants/server/list-columns.ts'
import { moveRestaurantsToTrash } from '#features/restaurants/server/move-to-trash.ts'
import {
  changeRestaurant,
  lockRestaurantRows,
  removeRestaurants,
} from '#features/restaurants/server/restaurants-store.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { days } from '#kit/rules/units.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, notFound } from '#kit/server/http/errors.ts'
import type { undoImport } from '../../import-runs-contract.ts'
import { listImported, listUses, lockRun, markUndone, type Run } from '../import-runs-store.ts'
import { type Undo, valuesOf } from '../osm/apply-osm.ts'

export const undoPeriod = days

/** An import can be undone for a day after it was written. */
export const isUndoable = ({ finishedAt }: Pick<Run, 'finishedAt'>, now: Date): boolean =>
  finishedAt !== null && now.getTime() - Date.parse(finishedAt) <= undoPeriod

/** Undoes an import, except for restaurants changed, rated or favorited since. A second Undo changes nothing. */
export async function undoRun(deps: Deps, id: number, by: Actor): Promise<Run> {
  const { db, now } = deps
  const present = now()
  const time = present.toISOString()
  return db.transaction().execute(async tx => {
    const run = await lockRun(tx, id)
    if (!run || run.source === 'osm-comparison') throw notFound('Import not found')
    if (run.state === 'undone') return run
    if (run.state !== 'done' || !run.result) throw conflict('This import wrote nothing.')
    if (!isUndoable(run, present)) throw conflict('An import can be undone for a day, and this one is older.')

    const { untouched, kept } = await partitionUndoable(tx, run)
    if (untouched.length === 0)
      throw conflict(kept[0] ? `Nothing can be undone. ${named(kept)}` : 'Nothing is left to undo.')
    const added = untouched.filter(({ imported }) => imported.before === null).map(({ row }) => row)
    await moveRestaurantsToTrash(tx, deps, added, { by, time })
    const ids = added.map(row => row.id)
    await removeRestaurants(tx, ids)
    const changed: number[] = []
    const edits: object[] = []
    for await (const some of partsOf(untouched, 50))
      for (const { row, imported } of some) {
        if (imported.before === null) continue
        changed.push(row.id)
        const before = JSON.parse(imported.before) as Undo[number]['before']
        edits.push({ id: row.id, name: row.name, before: valuesOf(row, Object.keys(before)), after: before })
        await changeRestaurant(tx, row.id, {
          ...asColumns(before),
          updatedAt: timestampOfChange(row.updatedAt, time),
        })
      }
    await touchLunchesWith(tx, changed, time)
    // An import either adds restaurants or changes some.
    const removed = added.map(({ id, name, address }) => ({ id, name, address }))
    const details = (items: object[]) => ({
      id,
      source: run.source,
      campusCode: run.campusCode,
      [removed.length > 0 ? 'removed' : 'changed']: items,
      count: untouched.length,
      kept: kept.length,
    })
    const items = removed.length > 0 ? removed : edits
    await recordBulkAudit(tx, { action: 'IMPORT_UNDONE', items, details, by, time })
    const result = { ...run.result, undone: untouched.length, kept }
    return markUndone(tx, run, { result, by: by.viewer?.id ?? null, time })
  })
}

type Kept = NonNullable<NonNullable<Reply<typeof undoImport>['result']>['kept']>
type Written = { row: Row<'restaurants'>; imported: Row<'importedRestaurants'> }

/** Separates the restaurants that can be undone from those that must be kept, with the reason for each. */
async function partitionUndoable(tx: Db, run: Run): Promise<{ untouched: Written[]; kept: Kept }> {
  const ids = (await listImported(tx, run.id)).map(({ restaurantId }) => restaurantId)
  const rows = new Map((await lockRestaurantRows(tx, { ids })).map(row => [row.id, row]))
  // Read again now that the rows are locked: until then a recalculation of distances may have changed these too.
  const imported = await listImported(tx, run.id)
  const addedIds = imported.filter(({ before }) => before === null).map(({ restaurantId }) => restaurantId)
  const uses = await listUses(tx, addedIds)
  const untouched: Written[] = []
  const kept: Kept = []
  for (const one of imported) {
    const row = rows.get(one.restaurantId)
    if (!row) continue
    const reason = row.updatedAt === one.updatedAt ? uses.get(row.id) : 'Someone changed it'
    if (reason === undefined) untouched.push({ row, imported: one })
    else kept.push({ restaurantId: row.id, name: row.name, reason })
  }
  return { untouched, kept }
}

const maxNamed = 5

function named(kept: Kept): string {
  const some = kept.slice(0, maxNamed).map(({ name, reason }) => `${name}: ${reason}.`)
  const more = kept.length - some.length
  return [...some, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}
