import type { Selectable } from 'kysely'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'

type FeedRow = Selectable<Database['calendarFeeds']>

/** Sets the address of a user's feed; the previous address stops working. */
export async function saveFeed(db: Db, { userId, tokenHash, createdAt }: FeedRow): Promise<void> {
  await db
    .insertInto('calendarFeeds')
    .values({ userId, tokenHash, createdAt })
    .onConflict(conflict => conflict.column('userId').doUpdateSet({ tokenHash, createdAt }))
    .execute()
}

export async function findFeed(db: Db, userId: number): Promise<FeedRow | undefined> {
  return db.selectFrom('calendarFeeds').selectAll().where('userId', '=', userId).executeTakeFirst()
}

export async function findFeedOwner(db: Db, tokenHash: string): Promise<Row<'users'> | undefined> {
  return db
    .selectFrom('calendarFeeds')
    .innerJoin('users', 'users.id', 'calendarFeeds.userId')
    .selectAll('users')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

export async function removeFeed(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('calendarFeeds').where('userId', '=', userId).execute()
}

/** The ids of the lunches since `from` that a user is in, including cancelled ones, earliest first. */
export async function listOwnLunchIds(db: Db, userId: number, from: string): Promise<number[]> {
  const rows = await db
    .selectFrom('lunchPeople')
    .innerJoin('lunches', 'lunches.id', 'lunchPeople.lunchId')
    .select('lunches.id')
    .where('lunchPeople.userId', '=', userId)
    .where('lunches.leavesAt', '>=', from)
    .orderBy('lunches.leavesAt')
    .orderBy('lunches.id')
    .execute()
  return rows.map(({ id }) => id)
}
