import type { FastifyInstance } from 'fastify'
import type { AuditAction } from '#features/audit/contract.ts'
import { peopleOf } from '#features/audit/server/people.ts'
import { recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { removeUnusedImages } from '#features/images/server/images-store.ts'
import { isSuperUser } from '#kit/rules/roles.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { timestampAfter, timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days, minutes } from '#kit/rules/units.ts'
import { isUniqueViolation } from '#kit/server/database/drivers/dialect.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import { lock, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden, notFound } from '#kit/server/http/errors.ts'
import { pageOf } from '#kit/server/http/paging.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { listTrash, purgeTrash, restoreTrash, type TrashKind, trashDays, undoMinutes } from '../contract.ts'

/** What was restored from the trash, and what stays there for which reason. */
export type Restored = { rows: Row<'trash'>[]; skipped: { id: number; message: string }[] }

/** How one kind of item is restored; each kind has its own rules. */
export type TrashRules = {
  /** The audit log's action for a restored item. */
  restored: AuditAction
  /** Whether administrators may undo their own deletions for a few minutes. */
  isUndoable: boolean
  describe: (row: ListRow) => string
  restore: (tx: Db, rows: Row<'trash'>[], time: string) => Promise<Restored>
}

const notThere = 'It is no longer in the trash'

/** `rules` has an entry for every kind of item in the trash; each comes from the feature of that kind. */
export function trashApi(app: FastifyInstance, deps: Deps, rules: Record<TrashKind, TrashRules>): void {
  const sinceDays = (now: Date) => timestampBefore(now, trashDays * days)

  serve(app, listTrash, async ({ query, reply }) => {
    const rows = await listRows(deps.db, { since: sinceDays(deps.now()), kind: query.kind })
    const items = rows.map(row => ({
      ...row,
      description: rules[row.kind].describe(row),
      place: placeOf(row, rules),
      ratingCount: row.ratingCount ?? 0,
      deletedBy: row.deleter ?? null,
      purgedAt: timestampAfter(new Date(row.deletedAt), trashDays * days),
    }))
    return pageOf(reply, items, query, ({ name, description, deletedBy }) => [
      name,
      description,
      deletedBy && fullName(deletedBy),
    ])
  })

  /** Restores items unchanged, with their old ids. Those that can't be restored stay in the trash. */
  const restore = (call: Call<typeof restoreTrash>) =>
    write(deps, call, async ({ tx, time }) => {
      const { viewer, body } = call
      const { isUndoable, restore, restored: action } = rules[body.kind]
      const found = await tx
        .selectFrom('trash')
        .selectAll()
        .where('kind', '=', body.kind)
        .where(indexedIn(tx, 'itemId', body.ids))
        .where('deletedAt', '>=', sinceDays(new Date(time)))
        .orderBy('id')
        .$call(locked(tx))
        .execute()
      if (found.length === 0) throw notFound(notThere)
      const lastUndone = timestampBefore(new Date(time), undoMinutes * minutes)
      const isOwn = found.every(row => row.deletedBy === viewer.id && row.deletedAt >= lastUndone)
      if (!(isUndoable && isOwn) && !isSuperUser(viewer))
        throw forbidden('Only a super-user can restore this')
      const { rows, skipped } = await restore(tx, found, time)
      const ids = rows.map(row => row.id)
      await tx
        .deleteFrom('trash')
        .where(indexedIn(tx, 'id', ids))
        .execute()
      if (rows.length > 0) {
        const items = rows.map(row => ({ id: row.itemId, name: row.name }))
        const details = (restored: object[]) => ({ count: rows.length, restored })
        await recordBulkAudit(tx, { action, items, details, by: call, time })
      }
      const foundIds = new Set(found.map(row => row.itemId))
      const missing = body.ids.filter(id => !foundIds.has(id)).map(id => ({ id, message: notThere }))
      return { count: rows.length, skipped: [...skipped, ...missing] }
    })

  serve(app, restoreTrash, async call =>
    restore(call).catch(error => {
      throw isUniqueViolation(error) ? conflict('An item with the same id already exists') : error
    }),
  )

  serve(app, purgeTrash, async call =>
    write(deps, call, async ({ tx, audit }) => {
      const [row] = await lock(tx, 'trash', call.params)
      if (!row) throw notFound(notThere)
      await remove(tx, 'trash', call.params)
      if (row.imageHash !== null) await removeUnusedImages(tx)
      await audit('TRASH_PURGED', { kind: row.kind, id: row.itemId, name: row.name })
    }),
  )
}

type ListRow = Awaited<ReturnType<typeof listRows>>[number]

/** What was deleted since a time, latest first, without ratings whose owners' accounts no longer exist. */
async function listRows(db: Db, { since, kind }: { since: string; kind: TrashKind | undefined }) {
  const query = db
    .selectFrom('trash')
    .leftJoin('trashedRatings', join =>
      join.onRef('trashedRatings.trashId', '=', 'trash.id').on('trash.kind', '=', 'rating'),
    )
    .leftJoin('restaurants as rated', 'rated.id', 'trashedRatings.restaurantId')
    .leftJoin('trash as ratedTrash', join =>
      join
        .onRef('ratedTrash.itemId', '=', 'trashedRatings.restaurantId')
        .on('ratedTrash.kind', '=', 'restaurant'),
    )
    .selectAll('trash')
    .select([
      'trashedRatings.value',
      'trashedRatings.restaurantId',
      'rated.address as ratedAddress',
      'ratedTrash.snapshot as ratedSnapshot',
      'trashedRatings.userId as raterId',
    ])
    .select(eb =>
      eb
        .selectFrom('trashedRatings as ratings')
        .whereRef('ratings.trashId', '=', 'trash.id')
        .select(count => count.fn.countAll<number>().as('count'))
        .as('ratingCount'),
    )
    .where('trash.deletedAt', '>=', since)
    .where(eb => eb.or([eb('trash.kind', '!=', 'rating'), eb('trashedRatings.id', 'is not', null)]))
    .orderBy('trash.deletedAt', 'desc')
    .orderBy('trash.id', 'desc')
  const rows = await (kind === undefined ? query : query.where('trash.kind', '=', kind)).execute()
  const ids = rows.flatMap(({ deletedBy, raterId }) => [deletedBy, raterId])
  const people = await peopleOf(db, ids)
  return rows.map(row => ({ ...row, deleter: people.get(row.deletedBy), rater: people.get(row.raterId) }))
}

function placeOf(row: ListRow, { restaurant }: Record<TrashKind, TrashRules>) {
  const { kind, itemId, restaurantId, ratedAddress, ratedSnapshot } = row
  if (kind === 'restaurant') return { id: itemId, address: restaurant.describe(row) }
  if (restaurantId === null) return null
  const trashed = () => restaurant.describe({ ...row, snapshot: ratedSnapshot }) || null
  return { id: restaurantId, address: ratedAddress ?? trashed() }
}
