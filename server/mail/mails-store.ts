import type { Db, MailRow, NewMail } from '#server/database/schema.ts'

export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  await db.insertInto('mails').values(mail).execute()
}

/** Drops what waits of one kind to one address: a newer mail replaces it. */
export async function removeWaitingMails(
  db: Db,
  { kind, toAddress }: Pick<MailRow, 'kind' | 'toAddress'>,
): Promise<void> {
  await db.deleteFrom('mails').where('kind', '=', kind).where('toAddress', '=', toAddress).execute()
}

export async function findDueMailId(db: Db, now: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('mails')
    .select('id')
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Takes a due mail for sending until `until`; undefined when another process was quicker. */
export async function claimMail(
  db: Db,
  { id, now, until }: { id: number; now: string; until: string },
): Promise<MailRow | undefined> {
  return db
    .updateTable('mails')
    .set(eb => ({ nextAttemptAt: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('nextAttemptAt', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

export async function postponeMail(
  db: Db,
  { id, nextAttemptAt, lastError }: Pick<MailRow, 'id' | 'nextAttemptAt' | 'lastError'>,
): Promise<void> {
  await db.updateTable('mails').set({ nextAttemptAt, lastError }).where('id', '=', id).execute()
}

export async function removeMail(db: Db, id: number): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}
