import { type Actor, recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { touchLunchesWith } from '#features/lunches/server/news/touch-lunches.ts'
import { asColumns, withLists } from '#features/restaurants/server/list-columns.ts'
import { moveRestaurantsToTrash } from '#features/restaurants/server/trashed-restaurants.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { days } from '#kit/rules/units.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { change, list, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, notFound } from '#kit/server/http/errors.ts'
import type { OsmUndo } from '../../osm-contract.ts'
import type { ImportOutcome } from './import-run.ts'

type Run = Row<'importRuns'>
type Restaurant = Row<'restaurants'>
/** The previous values of the fields that an import changed. */
export type Before = OsmUndo[number]['before']

export const undoPeriod = days

/** An import can be undone for a day after it was written. */
export const isUndoable = ({ finishedAt }: Pick<Run, 'finishedAt'>, now: Date): boolean =>
  finishedAt !== null && now.getTime() - Date.parse(finishedAt) <= undoPeriod

/** Undoes an import, except for restaurants changed, rated or favorited since. A second Undo changes nothing. */
export async function undoRun(deps: Deps, id: number, by: Actor): Promise<Run> {
  return write(deps, by, async ({ tx, time }) => {
    const [run] = await lock(tx, 'importRuns', { id })
    if (!run || run.source === 'osm-comparison') throw notFound('Import not found')
    if (run.state === 'undone') return run
    if (run.state !== 'done' || !run.result) throw conflict('This import wrote nothing.')
    if (!isUndoable(run, new Date(time)))
      throw conflict('An import can be undone for a day, and this one is older.')

    const { untouched, kept } = await partitionUndoable(tx, run)
    if (untouched.length === 0)
      throw conflict(kept[0] ? `Nothing can be undone. ${named(kept)}` : 'Nothing is left to undo.')
    const added = untouched.filter(({ before }) => before === null).map(({ row }) => row)
    await moveRestaurantsToTrash(tx, deps, added, { by, time })
    const changed = untouched.flatMap(({ row, before }) =>
      before === null ? [] : { row, before: JSON.parse(before) as Before },
    )
    const edits = await changeBack(tx, changed, time)
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
    const result = JSON.stringify({ ...JSON.parse(run.result), undone: untouched.length, kept })
    const undone = { state: 'undone', result, undoneBy: by.viewer?.id ?? null, undoneAt: time } as const
    const [after = run] = await change(tx, 'importRuns', { id }, undone)
    return after
  })
}

/** Restores the values from before an import; returns each edit, for the audit log. */
export async function changeBack(
  tx: Db,
  changes: { row: Restaurant; before: Before }[],
  time: string,
): Promise<object[]> {
  for await (const some of partsOf(changes, 50))
    for (const { row, before } of some) {
      const updatedAt = timestampOfChange(row.updatedAt, time)
      await change(tx, 'restaurants', { id: row.id }, { ...asColumns(before), updatedAt })
    }
  await touchLunchesWith(
    tx,
    changes.map(({ row }) => row.id),
    time,
  )
  return changes.map(({ row, before: after }) => ({
    ...{ id: row.id, name: row.name },
    ...{ before: valuesOf(row, Object.keys(after)), after },
  }))
}

export function valuesOf(row: Restaurant, fields: string[]): Before {
  const values = withLists(row) as Record<string, unknown>
  return Object.fromEntries(fields.map(field => [field, values[field]]))
}

type Kept = NonNullable<ImportOutcome['kept']>
type Undoable = { row: Restaurant; before: string | null }

/** Separates the restaurants that can be undone from those that must be kept, with the reason for each. */
async function partitionUndoable(tx: Db, run: Run): Promise<{ untouched: Undoable[]; kept: Kept }> {
  const listImported = () => list(tx, 'importedRestaurants', { runId: run.id }, { order: ['restaurantId'] })
  const ids = (await listImported()).map(({ restaurantId }) => restaurantId)
  const rows = new Map((await lock(tx, 'restaurants', { id: ids })).map(row => [row.id, row]))
  // Read again now that the rows are locked: until then a recalculation of distances may have changed these too.
  const imported = await listImported()
  const addedIds = imported.filter(({ before }) => before === null).map(({ restaurantId }) => restaurantId)
  const uses = await listUses(tx, addedIds)
  const untouched: Undoable[] = []
  const kept: Kept = []
  for (const { restaurantId, updatedAt, before } of imported) {
    const row = rows.get(restaurantId)
    if (!row) continue
    const reason = row.updatedAt === updatedAt ? uses.get(row.id) : 'Someone changed it'
    if (reason === undefined) untouched.push({ row, before })
    else kept.push({ restaurantId, name: row.name, reason })
  }
  return { untouched, kept }
}

/** The first thing found that people did with each of these restaurants. */
async function listUses(tx: Db, ids: number[]): Promise<Map<number, string>> {
  const uses = new Map<number, string>()
  const tables = [
    ['ratings', 'Someone rated it'],
    ['favorites', 'It is someone’s favorite'],
    ['teamRatings', 'It has a team rating'],
    ['visits', 'Someone visited it'],
    ['lunchOptions', 'It is in a lunch'],
  ] as const
  for (const [table, reason] of tables) {
    const rows = await tx
      .selectFrom(table)
      .select('restaurantId')
      .distinct()
      .where(indexedIn(tx, 'restaurantId', ids))
      .execute()
    for (const { restaurantId } of rows)
      if (restaurantId !== null && !uses.has(restaurantId)) uses.set(restaurantId, reason)
  }
  return uses
}

const maxNamed = 5

function named(kept: Kept): string {
  const some = kept.slice(0, maxNamed).map(({ name, reason }) => `${name}: ${reason}.`)
  const more = kept.length - some.length
  return [...some, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}
