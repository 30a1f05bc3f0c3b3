import type { FastifyInstance } from 'fastify'
import {
  listTrash,
  purgeTrash as purgeTrashCall,
  restoreTrash as restoreTrashCall,
  type TrashItem,
  trashDays,
} from '#contract/trash.ts'
import { starCount } from '#domain/ratings.ts'
import { listTrashRows, type TrashListRow } from '#server/data/trash-list-store.ts'
import { readSnapshot } from '#server/database/snapshots.ts'
import type { Deps } from '#server/deps.ts'
import { pageOf } from '#server/http/paging.ts'
import { serve } from '#server/http/serve.ts'
import { purgeTrash } from './purge-trash.ts'
import { minutesBefore, restoreTrash } from './restore-trash.ts'

export function trashApi(app: FastifyInstance, deps: Deps): void {
  serve(app, listTrash, async ({ query, reply }) => {
    const since = minutesBefore(deps.now(), trashDays * 24 * 60)
    const rows = await listTrashRows(deps.db, { since, kind: query.kind })
    return pageOf(reply, rows.map(present), query, ({ name, description, deletedBy }) => [
      name,
      description,
      deletedBy && `${deletedBy.firstName} ${deletedBy.lastName}`,
    ])
  })

  serve(app, restoreTrashCall, async call => restoreTrash(deps, call.body, call))

  serve(app, purgeTrashCall, async call => purgeTrash(deps, call.params.id, call))
}

function present(row: TrashListRow): TrashItem {
  const { id, kind, itemId, name, deletedBy, deletedAt } = row
  const { deleterFirstName: firstName, deleterLastName: lastName } = row
  const isKnown = deletedBy !== null && firstName !== null && lastName !== null
  return {
    id,
    kind,
    itemId,
    name,
    description: descriptionOf(row),
    ratingCount: row.ratingCount ?? 0,
    deletedBy: isKnown ? { id: deletedBy, firstName, lastName } : null,
    deletedAt,
    purgedAt: minutesBefore(new Date(deletedAt), -trashDays * 24 * 60),
  }
}

function descriptionOf({ kind, snapshot, value, raterFirstName, raterLastName }: TrashListRow): string {
  if (kind === 'rating') return `${starCount(value ?? 0)} by ${raterFirstName} ${raterLastName}`
  if (kind === 'alert') return readSnapshot(kind, snapshot)?.message ?? ''
  return readSnapshot(kind, snapshot)?.restaurant.address ?? ''
}
