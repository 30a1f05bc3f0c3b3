import type { CampusRow, Db } from '#server/database/schema.ts'

export async function listCampusRows(db: Db): Promise<CampusRow[]> {
  return db.selectFrom('campuses').selectAll().orderBy('position').execute()
}

export async function findCampusByCode(db: Db, code: string): Promise<CampusRow | undefined> {
  return db.selectFrom('campuses').selectAll().where('code', '=', code).executeTakeFirst()
}
