import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database, Db, MailRow, NewMail } from '#server/database/schema.ts'

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

/** The oldest first. */
export async function listWaitingMails(db: Db): Promise<MailRow[]> {
  return db.selectFrom('mails').selectAll().orderBy('id').execute()
}

export async function findMail(db: Db, id: number): Promise<MailRow | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether some process is sending a mail: it counted the attempt, and there is no error of it yet. */
export const isUnderWay = (mail: MailRow, now: string): boolean =>
  mail.attempts > 0 && mail.lastError === null && mail.nextAttemptAt > now

const isAtRest =
  (now: string) =>
  (eb: ExpressionBuilder<Database, 'mails'>): Expression<SqlBool> =>
    eb.or([eb('attempts', '=', 0), eb('lastError', 'is not', null), eb('nextAttemptAt', '<=', now)])

/** Makes a mail due now, or, without an id, all of them; leaves alone what is being sent. */
export async function bringForward(
  db: Db,
  { id, now }: { id: number | null; now: string },
): Promise<MailRow[]> {
  let query = db.updateTable('mails').set({ nextAttemptAt: now }).where(isAtRest(now))
  if (id !== null) query = query.where('id', '=', id)
  return query.returningAll().execute()
}

/** undefined when there is no such mail, or when it is being sent. */
export async function dropWaitingMail(
  db: Db,
  { id, now }: { id: number; now: string },
): Promise<MailRow | undefined> {
  return db.deleteFrom('mails').where('id', '=', id).where(isAtRest(now)).returningAll().executeTakeFirst()
}

/** `latest` is the furthest that an attempt is ever put off: what lies beyond comes from a clock that was set back since. */
export type Due = { now: string; latest: string }

const isDue =
  ({ now, latest }: Due) =>
  (eb: ExpressionBuilder<Database, 'mails'>): Expression<SqlBool> =>
    eb.or([eb('nextAttemptAt', '<=', now), eb('nextAttemptAt', '>', latest)])

export async function findDueMailId(db: Db, due: Due): Promise<number | undefined> {
  const row = await db
    .selectFrom('mails')
    .select('id')
    .where(isDue(due))
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Takes a due mail for sending until `until`; undefined when another process was quicker. */
export async function claimMail(
  db: Db,
  { id, until, ...due }: Due & { id: number; until: string },
): Promise<MailRow | undefined> {
  return db
    .updateTable('mails')
    .set(eb => ({ nextAttemptAt: until, attempts: eb('attempts', '+', 1), lastError: null }))
    .where('id', '=', id)
    .where(isDue(due))
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
