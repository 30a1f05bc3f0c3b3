import type { Insertable, Updateable } from 'kysely'
import { noLimit } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import type { SuggestionState } from '../contract.ts'

type SuggestionTable = Database['suggestions']

/** With the current name and address of its restaurant; null if it has none. */
export type NamedSuggestion = Row<'suggestions'> & {
  restaurantName: string | null
  restaurantAddress: string | null
}

/** With the names of its sender. */
export type SuggestionWithSender = NamedSuggestion & {
  firstName: string
  lastName: string
  email: string
}

export async function insertSuggestion(
  db: Db,
  row: Insertable<SuggestionTable>,
): Promise<Row<'suggestions'>> {
  return db.insertInto('suggestions').values(row).returningAll().executeTakeFirstOrThrow()
}

/** A user's suggestions, optionally only those since `from`; latest first. */
export async function listSuggestionRowsOf(db: Db, userId: number, from = ''): Promise<NamedSuggestion[]> {
  return named(db)
    .where('suggestions.userId', '=', userId)
    .where('suggestions.createdAt', '>=', from)
    .orderBy('suggestions.createdAt', 'desc')
    .orderBy('suggestions.id', 'desc')
    .execute()
}

/** The suggestions in one state, or all of them; latest first. */
export async function listSuggestionRows(
  db: Db,
  { state, limit = noLimit, offset = 0 }: { state?: SuggestionState; limit?: number; offset?: number },
): Promise<SuggestionWithSender[]> {
  let query = withSender(db).orderBy('suggestions.id', 'desc').limit(limit).offset(offset)
  if (state !== undefined) query = query.where('suggestions.state', '=', state)
  return query.execute()
}

export async function countSuggestions(db: Db, state: SuggestionState | undefined): Promise<number> {
  const all = db.selectFrom('suggestions')
  return countRows(state === undefined ? all : all.where('state', '=', state))
}

export async function findSuggestion(db: Db, id: number): Promise<SuggestionWithSender | undefined> {
  return withSender(db).where('suggestions.id', '=', id).executeTakeFirst()
}

export async function lockSuggestion(tx: Db, id: number): Promise<Row<'suggestions'> | undefined> {
  return tx.selectFrom('suggestions').selectAll().where('id', '=', id).$call(locked(tx)).executeTakeFirst()
}

export async function changeSuggestion(
  tx: Db,
  id: number,
  changes: Updateable<SuggestionTable>,
): Promise<void> {
  await tx.updateTable('suggestions').set(changes).where('id', '=', id).execute()
}

const named = (db: Db) =>
  db
    .selectFrom('suggestions')
    .leftJoin('restaurants', 'restaurants.id', 'suggestions.restaurantId')
    .selectAll('suggestions')
    .select(['restaurants.name as restaurantName', 'restaurants.address as restaurantAddress'])

const withSender = (db: Db) =>
  named(db)
    .innerJoin('users as sender', 'sender.id', 'suggestions.userId')
    .select(['sender.firstName', 'sender.lastName', 'sender.email'])
