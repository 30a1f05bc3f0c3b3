import type { Db } from '#server/database/schema.ts'

type PresentPlace = { name: string; address: string; yelpId: string | null }

export async function listPlaces(db: Db, campusCode: string): Promise<PresentPlace[]> {
  return db
    .selectFrom('restaurants')
    .select(['name', 'address', 'yelpId'])
    .where('campusCode', '=', campusCode)
    .execute()
}
