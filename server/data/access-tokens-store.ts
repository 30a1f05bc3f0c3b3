import type { Insertable } from 'kysely'
import type { AccessTokenRow, Database, Db, UserRow } from '#server/database/schema.ts'

type Owner = Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'email' | 'role' | 'isPrimaryAdmin'>

/** The tokens of a user, or of all users, latest first; each with its owner. */
export async function listAccessTokens(
  db: Db,
  userId?: number,
): Promise<{ token: AccessTokenRow; owner: Owner }[]> {
  let query = db.selectFrom('accessTokens').selectAll().orderBy('id', 'desc')
  if (userId !== undefined) query = query.where('userId', '=', userId)
  const tokens = await query.execute()
  const owners = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'role', 'isPrimaryAdmin'])
    .where('id', 'in', eb => eb.selectFrom('accessTokens').select('userId'))
    .execute()
  const ownerOf = new Map(owners.map(owner => [owner.id, owner]))
  return tokens.flatMap(token => {
    const owner = ownerOf.get(token.userId)
    return owner ? [{ token, owner }] : []
  })
}

export async function insertAccessToken(
  db: Db,
  token: Insertable<Database['accessTokens']>,
): Promise<AccessTokenRow> {
  return db.insertInto('accessTokens').values(token).returningAll().executeTakeFirstOrThrow()
}

/** Finds a token with its user by the token's hash. */
export async function findAccessToken(db: Db, tokenHash: string) {
  return db
    .selectFrom('accessTokens')
    .innerJoin('users', 'users.id', 'accessTokens.userId')
    .leftJoin('ownerVersions', 'ownerVersions.userId', 'accessTokens.userId')
    .selectAll('users')
    .select([
      'accessTokens.id as tokenId',
      'accessTokens.readOnly',
      'accessTokens.expiresAt',
      'accessTokens.lastUsedAt',
      'ownerVersions.version as ownVersion',
    ])
    .where('accessTokens.tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

export async function touchAccessToken(db: Db, id: number, time: string): Promise<void> {
  await db.updateTable('accessTokens').set({ lastUsedAt: time }).where('id', '=', id).execute()
}

export async function findAccessTokenRow(db: Db, id: number): Promise<AccessTokenRow | undefined> {
  return db.selectFrom('accessTokens').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Ends a token; undefined if the user has no such token. */
export async function removeAccessToken(
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<AccessTokenRow | undefined> {
  return db
    .deleteFrom('accessTokens')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function removeAccessTokensOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('accessTokens').where('userId', '=', userId).execute()
}
