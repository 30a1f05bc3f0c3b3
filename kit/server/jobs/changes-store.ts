import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { wakeAfterCommit } from '#kit/server/database/transactions.ts'

/** The ids that changed; 'all' means that anything may have changed. */
export type Changed = number[] | 'all'

/** What is woken when changes are announced. */
export const changesChannel = 'changes'

/** More rows than this aren't worth being told apart. */
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
      .insertInto('changes')
      .values(rows)
      .onConflict(conflict =>
        conflict.columns(['topic', 'subject']).doUpdateSet(eb => ({
          id: eb.ref('excluded.id'),
          announcedAt: eb.ref('excluded.announcedAt'),
        })),
      )
      .execute()
  }
  wakeAfterCommit(tx, changesChannel)
}
