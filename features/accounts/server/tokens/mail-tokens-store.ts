import type { Db, Row } from '#kit/server/database/schema.ts'

export type TokenPurpose = Row<'mailTokens'>['purpose']

export async function insertMailToken(db: Db, token: Row<'mailTokens'>): Promise<void> {
  await db.insertInto('mailTokens').values(token).execute()
}

export async function findMailToken(
  db: Db,
  { tokenHash, purpose }: { tokenHash: string; purpose: TokenPurpose },
): Promise<Row<'mailTokens'> | undefined> {
  return db
    .selectFrom('mailTokens')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** Marks a token as used; false if it was used before. */
export async function useMailToken(db: Db, tokenHash: string, now: string): Promise<boolean> {
  const used = await db
    .updateTable('mailTokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .returning('tokenHash')
    .executeTakeFirst()
  return used !== undefined
}

/** Invalidates the links that were mailed to an address for one purpose. */
export async function removeTokensOfAddress(
  db: Db,
  { email, purpose }: { email: string; purpose: TokenPurpose },
): Promise<void> {
  await db.deleteFrom('mailTokens').where('email', '=', email).where('purpose', '=', purpose).execute()
}

/** Invalidates the links that were mailed to a user, for one purpose or for all by which an account can be opened. */
export async function removeTokensOfUser(db: Db, userId: number, purpose?: TokenPurpose): Promise<void> {
  const query = db.deleteFrom('mailTokens').where('userId', '=', userId)
  await (purpose
    ? query.where('purpose', '=', purpose)
    : query.where('purpose', '!=', 'unsubscribe')
  ).execute()
}
