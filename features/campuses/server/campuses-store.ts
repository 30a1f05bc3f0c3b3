import { find, list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { invalid, notFound } from '#kit/server/http/errors.ts'

/** For an unknown campus in an address; `invalidCampus` is for one in a body or a query. */
export const campusNotFound = () => notFound('Campus not found')
export const invalidCampus = () => invalid('campusCode', 'Campus not found')

export async function listCampusRows(db: Db): Promise<Row<'campuses'>[]> {
  return list(db, 'campuses', {}, { order: ['position'] })
}

/** Campus names by campus code. */
export async function readCampusNames(db: Db): Promise<ReadonlyMap<string, string>> {
  return new Map((await listCampusRows(db)).map(({ code, name }) => [code, name]))
}

export async function requireCampus(
  db: Db,
  code: string,
  missing = campusNotFound,
): Promise<Row<'campuses'>> {
  const campus = await find(db, 'campuses', { code })
  if (!campus) throw missing()
  return campus
}
