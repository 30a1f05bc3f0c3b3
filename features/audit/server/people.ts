import { indexedIn } from '#kit/server/database/id-list.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

export type PersonRow = Pick<Row<'users'>, 'id' | 'firstName' | 'lastName' | 'email' | 'imageHash'>

/** Shows who did something: the people by their ids, without those whose accounts are gone. */
export async function peopleOf(
  db: Db,
  ids: readonly (number | null)[],
): Promise<Map<number | null, PersonRow>> {
  const wanted = [...new Set(ids)].filter(id => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'imageHash'])
    .where(indexedIn(db, 'id', wanted))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
