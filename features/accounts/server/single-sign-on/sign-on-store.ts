import type { Db, Row } from '#kit/server/database/schema.ts'

export async function insertSignOn(db: Db, signOn: Row<'signOns'>): Promise<void> {
  await db.insertInto('signOns').values(signOn).execute()
}

/** The sign-on of a browser, before or after its user's identity is known (`isKnown`); undefined if it has expired. */
export async function findSignOn(
  db: Db,
  { tokenHash, isKnown, now }: { tokenHash: string; isKnown: boolean; now: string },
): Promise<Row<'signOns'> | undefined> {
  return db
    .selectFrom('signOns')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('identity', isKnown ? 'is not' : 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Returns whether this call removed the sign-on: it can be used only once. */
export async function removeSignOn(db: Db, tokenHash: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('signOns')
    .where('tokenHash', '=', tokenHash)
    .returning('tokenHash')
    .executeTakeFirst()
  return removed !== undefined
}

export async function findLink(
  db: Db,
  { issuer, subject }: Pick<Row<'issuerLinks'>, 'issuer' | 'subject'>,
): Promise<Row<'issuerLinks'> | undefined> {
  return db
    .selectFrom('issuerLinks')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/**
 * Links an account to a subject; false if the subject is already linked, or the account is linked to another
 * subject of this issuer.
 */
export async function insertLink(db: Db, link: Row<'issuerLinks'>): Promise<boolean> {
  const inserted = await db
    .insertInto('issuerLinks')
    .values(link)
    .onConflict(conflict => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Removes the links of everyone to an issuer, by any spelling of its address. Returns how many. */
export async function removeLinksTo(db: Db, spellings: string[]): Promise<number> {
  const removed = await db.deleteFrom('issuerLinks').where('issuer', 'in', spellings).executeTakeFirst()
  return Number(removed.numDeletedRows)
}

/** Removes the links of an account, except the one that its owner has just signed in with, if any. Returns how many. */
export async function removeOtherLinks(
  db: Db,
  userId: number,
  own: Pick<Row<'issuerLinks'>, 'issuer' | 'subject'> | null,
): Promise<number> {
  let query = db.deleteFrom('issuerLinks').where('userId', '=', userId)
  if (own)
    query = query.where(eb => eb.or([eb('issuer', '!=', own.issuer), eb('subject', '!=', own.subject)]))
  return Number((await query.executeTakeFirst()).numDeletedRows)
}
