import { sql } from 'kysely'
import { engineOf } from '#server/database/dialect.ts'
import type { Db } from '#server/database/schema.ts'

/** The ids that changed; 'all' means that anything may have changed. */
export type Changed = number[] | 'all'

/** PostgreSQL's notification channel. */
export const channel = 'common_table_changes'

// A PostgreSQL notification holds at most 8,000 bytes.
const maxIds = 500

/**
 * Announces to every process what this transaction changed, once
 * it is committed. Call `deps.changes.wake()` after the commit.
 */
export async function announce(
  tx: Db,
  { topic, changed, time }: { topic: string; changed: Changed; time: string },
): Promise<void> {
  if (changed.length === 0) return
  const ids = changed === 'all' || changed.length > maxIds ? 'all' : changed
  if (engineOf(tx) === 'postgres') {
    await sql`select pg_notify(${channel}, ${JSON.stringify({ topic, changed: ids })})`.execute(tx)
    return
  }
  const rows = (ids === 'all' ? [0] : ids).map(subject => ({ topic, subject, announcedAt: time }))
  await tx.insertInto('changes').orReplace().values(rows).execute()
}

export async function latestChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select(eb => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** The changes announced after the one with this id, oldest first. */
export async function listChangesAfter(
  db: Db,
  id: number,
): Promise<{ id: number; topic: string; subject: number }[]> {
  return db
    .selectFrom('changes')
    .select(['id', 'topic', 'subject'])
    .where('id', '>', id)
    .orderBy('id')
    .execute()
}

export async function removeChangesBefore(db: Db, announcedAt: string): Promise<void> {
  await db.deleteFrom('changes').where('announcedAt', '<', announcedAt).execute()
}
