import { sql } from 'kysely'
import { engineOf } from '#server/database/dialect.ts'
import type { Db } from '#server/database/schema.ts'
import { wakeAfterCommit } from '#server/database/transactions.ts'

/** The ids that changed; 'all' means that anything may have changed. */
export type Changed = number[] | 'all'

/** PostgreSQL's notification channel. */
export const channel = 'common_table_changes'

// A PostgreSQL notification holds at most 8,000 bytes.
const maxIds = 500

/** Announces to every process what this transaction changed, once it is committed. */
export async function announce(
  tx: Db,
  { topic, changed, time }: { topic: string; changed: Changed; time: string },
): Promise<void> {
  if (changed.length === 0) return
  const ids = changed === 'all' || changed.length > maxIds ? 'all' : changed
  // In the same order everywhere, so that transactions don't deadlock.
  const subjects = ids === 'all' ? [0] : [...new Set(ids)].sort((a, b) => a - b)
  const rows = subjects.map(subject => ({ topic, subject, announcedAt: time }))
  if (engineOf(tx) === 'sqlite') {
    await tx.insertInto('changes').orReplace().values(rows).execute()
  } else {
    await tx
      .with('noted', cte =>
        cte
          .insertInto('changes')
          .values(rows)
          .onConflict(conflict =>
            conflict.columns(['topic', 'subject']).doUpdateSet(eb => ({
              id: eb.ref('excluded.id'),
              announcedAt: eb.ref('excluded.announcedAt'),
            })),
          ),
      )
      .selectNoFrom(sql`pg_notify(${channel}, ${JSON.stringify({ topic, changed: ids })})`.as('notified'))
      .execute()
  }
  wakeAfterCommit(tx, channel)
}

/** Sends a message on PostgreSQL's notification channel at once. */
export async function notify(db: Db, message: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${message})`.execute(db)
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
