import type { Insertable, Updateable } from 'kysely'
import { locked, lockedForRemoval } from '#kit/server/database/locks.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import { campusNotFound } from '#kit/server/http/errors.ts'

export async function listCampusRows(db: Db): Promise<Row<'campuses'>[]> {
  return db.selectFrom('campuses').selectAll().orderBy('position').execute()
}

/** Campus names by campus code. */
export async function readCampusNames(db: Db): Promise<ReadonlyMap<string, string>> {
  return new Map((await listCampusRows(db)).map(({ code, name }) => [code, name]))
}

export async function findCampusByCode(db: Db, code: string): Promise<Row<'campuses'> | undefined> {
  return db.selectFrom('campuses').selectAll().where('code', '=', code).executeTakeFirst()
}

/** Throws a 404, which fits an address; `invalidCampus` fits a body or a query. */
export async function requireCampus(
  db: Db,
  code: string,
  missing = campusNotFound,
): Promise<Row<'campuses'>> {
  const campus = await findCampusByCode(db, code)
  if (!campus) throw missing()
  return campus
}

export type CountedCampusRow = Row<'campuses'> & { restaurantCount: number; userCount: number }

/** All campuses, or the one with this id, with their numbers of restaurants and users. */
export async function listCountedCampuses(db: Db, id?: number): Promise<CountedCampusRow[]> {
  const all = db
    .selectFrom('campuses')
    .selectAll()
    .select(eb => [
      eb
        .selectFrom('restaurants')
        .select(count => count.fn.countAll<number>().as('n'))
        .whereRef('restaurants.campusCode', '=', 'campuses.code')
        .$asScalar()
        .$notNull()
        .as('restaurantCount'),
      eb
        .selectFrom('users')
        .select(count => count.fn.countAll<number>().as('n'))
        .whereRef('users.campusCode', '=', 'campuses.code')
        .$asScalar()
        .$notNull()
        .as('userCount'),
    ])
    .orderBy('position')
  return (id === undefined ? all : all.where('id', '=', id)).execute()
}

/** Locks all campuses until the transaction ends, so that other changes to them wait. */
export async function lockCampuses(tx: Db): Promise<void> {
  await tx.selectFrom('campuses').select('id').orderBy('id').$call(locked(tx)).execute()
}

/** Locks one campus until the transaction ends, so that another import into it waits. */
export async function lockCampus(tx: Db, code: string): Promise<Row<'campuses'> | undefined> {
  return tx.selectFrom('campuses').selectAll().where('code', '=', code).$call(locked(tx)).executeTakeFirst()
}

/** Locks a campus until the transaction ends, so that no new row can refer to it. */
export async function lockCampusForRemoval(tx: Db, id: number): Promise<void> {
  await tx.selectFrom('campuses').select('id').where('id', '=', id).$call(lockedForRemoval(tx)).execute()
}

export async function insertCampus(
  tx: Db,
  campus: Omit<Insertable<Database['campuses']>, 'position'>,
): Promise<Row<'campuses'>> {
  return tx
    .insertInto('campuses')
    .values(eb => ({
      ...campus,
      position: eb
        .selectFrom('campuses')
        .select(last => last.fn.coalesce(last(last.fn.max('position'), '+', 1), last.lit(0)).as('next'))
        .$asScalar()
        .$notNull(),
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function changeCampus(
  tx: Db,
  id: number,
  changes: Updateable<Database['campuses']>,
): Promise<Row<'campuses'> | undefined> {
  return tx.updateTable('campuses').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function removeCampus(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('campuses').where('id', '=', id).execute()
}
