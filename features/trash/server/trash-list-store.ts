import type { Db, Row } from '#kit/server/database/schema.ts'

export type TrashListRow = Row<'trash'> & {
  ratingCount: number | null
  deleterFirstName: string | null
  deleterLastName: string | null
  /** For a rating only: its stars, which restaurant they are for, and who gave them. */
  value: number | null
  restaurantId: number | null
  ratedAddress: string | null
  /** Of the one rated, if that is in the trash too. */
  ratedSnapshot: Row<'trash'>['snapshot']
  raterFirstName: string | null
  raterLastName: string | null
}

/** What was deleted since a time, latest first, without ratings whose owners' accounts no longer exist. */
export async function listTrashRows(
  db: Db,
  { since, kind }: { since: string; kind?: Row<'trash'>['kind'] },
): Promise<TrashListRow[]> {
  let query = db
    .selectFrom('trash')
    .leftJoin('users as deleters', 'deleters.id', 'trash.deletedBy')
    .leftJoin('trashedRatings', join =>
      join.onRef('trashedRatings.trashId', '=', 'trash.id').on('trash.kind', '=', 'rating'),
    )
    .leftJoin('restaurants as rated', 'rated.id', 'trashedRatings.restaurantId')
    .leftJoin('trash as ratedTrash', join =>
      join
        .onRef('ratedTrash.itemId', '=', 'trashedRatings.restaurantId')
        .on('ratedTrash.kind', '=', 'restaurant'),
    )
    .leftJoin('users as raters', 'raters.id', 'trashedRatings.userId')
    .selectAll('trash')
    .select([
      'deleters.firstName as deleterFirstName',
      'deleters.lastName as deleterLastName',
      'trashedRatings.value',
      'trashedRatings.restaurantId',
      'rated.address as ratedAddress',
      'ratedTrash.snapshot as ratedSnapshot',
      'raters.firstName as raterFirstName',
      'raters.lastName as raterLastName',
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
  return query.orderBy('trash.deletedAt', 'desc').orderBy('trash.id', 'desc').execute()
}
