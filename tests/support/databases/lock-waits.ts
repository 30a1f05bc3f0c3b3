import { sql } from 'kysely'
import type { Db } from '#kit/server/database/schema.ts'

/** How many connections to this PostgreSQL database are waiting for a lock. */
export async function countLockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
