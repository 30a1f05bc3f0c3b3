import type { FastifyInstance } from 'fastify'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { timestampAfter, timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days } from '#kit/rules/units.ts'
import type { Deps } from '#kit/server/deps.ts'
import { pageOf } from '#kit/server/http/paging.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  listTrash,
  purgeTrash as purgeTrashCall,
  restoreTrash as restoreTrashCall,
  type TrashItem,
  type TrashKind,
  trashDays,
} from '../contract.ts'
import { purgeTrash } from './purge-trash.ts'
import { restoreTrash } from './restore-trash.ts'
import { listTrashRows, type TrashListRow } from './trash-list-store.ts'
import type { TrashRules } from './trash-store.ts'

/** `rules` has an entry for every kind of item in the trash; each comes from the feature of that kind. */
export function trashApi(app: FastifyInstance, deps: Deps, rules: Record<TrashKind, TrashRules>): void {
  const present = (row: TrashListRow) => itemOf(row, rules)

  serve(app, listTrash, async ({ query, reply }) => {
    const since = timestampBefore(deps.now(), trashDays * days)
    const rows = await listTrashRows(deps.db, { since, kind: query.kind })
    return pageOf(reply, rows.map(present), query, ({ name, description, deletedBy }) => [
      name,
      description,
      deletedBy && fullName(deletedBy),
    ])
  })

  serve(app, restoreTrashCall, async call => restoreTrash(deps, rules[call.body.kind], call.body, call))

  serve(app, purgeTrashCall, async call => purgeTrash(deps, call.params.id, call))
}

function itemOf(row: TrashListRow, rules: Record<TrashKind, TrashRules>): TrashItem {
  const description = rules[row.kind].describe(row)
  const { id, kind, itemId, name, deleter, deletedAt } = row
  return {
    id,
    kind,
    itemId,
    name,
    description,
    place: placeOf(row, rules),
    ratingCount: row.ratingCount ?? 0,
    deletedBy: deleter ?? null,
    deletedAt,
    purgedAt: timestampAfter(new Date(deletedAt), trashDays * days),
  }
}

function placeOf(row: TrashListRow, { restaurant }: Record<TrashKind, TrashRules>) {
  const { kind, itemId, restaurantId, ratedAddress, ratedSnapshot } = row
  if (kind === 'restaurant') return { id: itemId, address: restaurant.describe(row) }
  if (restaurantId === null) return null
  const trashed = () => restaurant.describe({ ...row, snapshot: ratedSnapshot }) || null
  return { id: restaurantId, address: ratedAddress ?? trashed() }
}
