import type { Insertable, Selectable } from 'kysely'
import type { Database, Db } from '#kit/server/database/schema.ts'
import type { WebsiteOutcome } from '../websites-contract.ts'

type WebsiteCheckRow = Selectable<Database['websiteChecks']>

/** Replaces the last check with the websites of all enabled restaurants, all still unchecked. */
export async function replaceWebsiteChecks(tx: Db): Promise<void> {
  await tx.deleteFrom('websiteChecks').execute()
  await tx
    .insertInto('websiteChecks')
    .columns(['restaurantId', 'url'])
    .expression(eb =>
      eb
        .selectFrom('restaurants')
        .select('id')
        .select(({ ref }) => ref('websiteUrl').$notNull().as('url'))
        .where('disabled', '=', false)
        .where('websiteUrl', 'is not', null)
        .orderBy('id'),
    )
    // If another request started a check at the same moment, one check is enough.
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function findUncheckedWebsite(db: Db): Promise<WebsiteCheckRow | undefined> {
  return db
    .selectFrom('websiteChecks')
    .selectAll()
    .where('outcome', 'is', null)
    .orderBy('restaurantId')
    .limit(1)
    .executeTakeFirst()
}

export async function saveWebsiteOutcome(
  db: Db,
  { restaurantId, url, ...outcome }: Insertable<Database['websiteChecks']>,
): Promise<void> {
  await db
    .updateTable('websiteChecks')
    .set(outcome)
    .where('restaurantId', '=', restaurantId)
    .where('url', '=', url)
    .execute()
}

/** How many websites of the last check have each outcome, and when the last of them was checked. */
export async function countWebsiteOutcomes(
  db: Db,
): Promise<{ outcome: WebsiteOutcome | null; count: number; checkedAt: string | null }[]> {
  return db
    .selectFrom('websiteChecks')
    .select(eb => ['outcome', eb.fn.countAll<number>().as('count'), eb.fn.max('checkedAt').as('checkedAt')])
    .groupBy('outcome')
    .execute()
}

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
