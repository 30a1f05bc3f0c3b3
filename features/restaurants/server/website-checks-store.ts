import type { Db } from '#kit/server/database/schema.ts'

/** The enabled restaurants whose website was gone in the last check and has not been changed since. */
export async function listWebsiteGoneIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('websiteChecks')
    .innerJoin('restaurants', join =>
      join
        .onRef('restaurants.id', '=', 'websiteChecks.restaurantId')
        .onRef('restaurants.websiteUrl', '=', 'websiteChecks.url'),
    )
    .select('restaurantId')
    .where('outcome', '=', 'gone')
    .where('disabled', '=', false)
    .execute()
  return rows.map(({ restaurantId }) => restaurantId)
}
