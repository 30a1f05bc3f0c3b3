import { type PersonRow, peopleOf } from '#features/audit/server/people.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

export type TrashListRow = Row<'trash'> & {
  ratingCount: number | null
  deleter: PersonRow | undefined
  /** For a rating only: its stars, which restaurant they are for, and who gave them. */
  value: number | null
  restaurantId: number | null
  ratedAddress: string | null
  /** Of the one rated, if that is in the trash too. */
  ratedSnapshot: Row<'trash'>['snapshot']
  rater: PersonRow | undefined
}

/** What was deleted since a time, latest first, without ratings whose owners' accounts no longer exist. */
export async function listTrashRows(
  db: Db,
  { since, kind }: { since: string; kind?: Row<'trash'>['kind'] },
): Promise<TrashListRow[]> {
  let query = db
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
  if (kind !== undefined) query = query.where('trash.kind', '=', kind)
  const rows = await query.orderBy('trash.deletedAt', 'desc').orderBy('trash.id', 'desc').execute()
  const people = await peopleOf(
    db,
    rows.flatMap(({ deletedBy, raterId }) => [deletedBy, raterId]),
  )
  return rows.map(row => ({ ...row, deleter: people.get(row.deletedBy), rater: people.get(row.raterId) }))
}
