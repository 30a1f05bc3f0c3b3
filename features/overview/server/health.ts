import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { readBackupStatus } from '#features/backups/server/schedule/backup-status.ts'
import { mailChannel } from '#features/mail/server/queue-mail.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import { insertOnce, list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { countDeliveries } from '#kit/server/jobs/deliveries-store.ts'
import type { Health } from '../contract.ts'

/** Reads the state of the server, for the people who run it. */
export async function readHealth(deps: Pick<Deps, 'db' | 'now' | 'config'>): Promise<Health> {
  const { db, now, config } = deps
  const today = localDate(now(), config.timeZone)
  const { lastGood, isOverdue } = await readBackupStatus(deps)
  const bytes = await readDatabaseSize(db)
  const earlier = await db
    .selectFrom('databaseSizes')
    .selectAll()
    .where('day', '>=', addDays(today, -30))
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  const slowRequests = await list(db, 'slowRequests', { day: today }, { order: ['-count', 'route'] })
  return {
    lastGoodBackup: lastGood,
    backupIsOverdue: isOverdue,
    mailsWaiting: (await countDeliveries(db)).find(({ channel }) => channel === mailChannel)?.waiting ?? 0,
    database: {
      bytes,
      growth: earlier && earlier.day < today ? { bytes: bytes - earlier.bytes, since: earlier.day } : null,
    },
    disk: await statfs(config.dataDir).then(
      ({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, totalBytes: blocks * bsize }),
      () => null,
    ),
    version: config.version,
    slowRequests: slowRequests.map(({ route, count, longest }) => ({ route, count, longestMs: longest })),
  }
}

/** Saves the size of the database for a day, unless that was done before. */
export async function saveDatabaseSize(db: Db, day: string): Promise<void> {
  await insertOnce(db, 'databaseSizes', { day, bytes: await readDatabaseSize(db) })
}

/** In bytes. */
async function readDatabaseSize(db: Db): Promise<number> {
  const size =
    engineOf(db) === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { rows } = await size.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Adds to the slow requests recorded for a day. */
export async function addSlowRequests(db: Db, slow: Row<'slowRequests'>[]): Promise<void> {
  await db
    .insertInto('slowRequests')
    .values(slow)
    .onConflict(conflict =>
      conflict.columns(['day', 'route']).doUpdateSet(eb => ({
        count: eb('slowRequests.count', '+', eb.ref('excluded.count')),
        longest: sql<number>`case when "slowRequests"."longest" > excluded."longest" then "slowRequests"."longest" else excluded."longest" end`,
      })),
    )
    .execute()
}
