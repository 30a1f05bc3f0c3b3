import { find, list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { campusNotFound } from '#kit/server/http/errors.ts'

export async function listCampusRows(db: Db): Promise<Row<'campuses'>[]> {
  return list(db, 'campuses', {}, { order: ['position'] })
}

/** Campus names by campus code. */
export async function readCampusNames(db: Db): Promise<ReadonlyMap<string, string>> {
  return new Map((await listCampusRows(db)).map(({ code, name }) => [code, name]))
}

/** Throws a 404, which fits an address; `invalidCampus` fits a body or a query. */
export async function requireCampus(
  db: Db,
  code: string,
  missing = campusNotFound,
): Promise<Row<'campuses'>> {
  const campus = await find(db, 'campuses', { code })
  if (!campus) throw missing()
  return campus
}
