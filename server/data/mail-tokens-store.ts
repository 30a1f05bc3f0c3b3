import type { Db, MailTokenRow } from '#server/database/schema.ts'

export type TokenPurpose = MailTokenRow['purpose']

export async function insertMailToken(db: Db, token: MailTokenRow): Promise<void> {
  await db.insertInto('mailTokens').values(token).execute()
}

export async function findMailToken(
  db: Db,
  { tokenHash, purpose }: { tokenHash: string; purpose: TokenPurpose },
): Promise<MailTokenRow | undefined> {
  return db
    .selectFrom('mailTokens')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** Whether this call was the one that used the token. */
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

/** Makes the links worthless that were mailed to an address for one purpose. */
export async function removeTokensOfAddress(
  db: Db,
  { email, purpose }: { email: string; purpose: TokenPurpose },
): Promise<void> {
  await db.deleteFrom('mailTokens').where('email', '=', email).where('purpose', '=', purpose).execute()
}

/** Makes the links worthless that a user was mailed for one purpose, or for every one. */
export async function removeTokensOfUser(db: Db, userId: number, purpose?: TokenPurpose): Promise<void> {
  let query = db.deleteFrom('mailTokens').where('userId', '=', userId)
  if (purpose) query = query.where('purpose', '=', purpose)
  await query.execute()
}

export async function removeTokensExpiredBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom('mailTokens').where('expiresAt', '<', time).execute()
}
