import { statfs } from 'node:fs/promises'
import { mailChannel } from '#features/mail/server/queue-mail.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import type { Deps } from '#kit/server/deps.ts'
import { countDeliveries } from '#kit/server/jobs/deliveries-store.ts'
import type { Health } from '../contract.ts'
import { findDatabaseSize, listSlowRequests, readDatabaseSize } from './operations-store.ts'

/** Reads the state of the backups for the overview; another feature implements this. */
export type ReadBackups = () => Promise<{
  lastGood: { filename: string; timestamp: string } | null
  isOverdue: boolean
}>

/** Reads the state of the server, for the people who run it. */
export async function readHealth(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  readBackups: ReadBackups,
): Promise<Health> {
  const today = localDate(now(), config.timeZone)
  const { lastGood, isOverdue } = await readBackups()
  const bytes = await readDatabaseSize(db)
  const earlier = await findDatabaseSize(db, addDays(today, -30))
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
    slowRequests: (await listSlowRequests(db, today)).map(({ route, count, longest }) => ({
      route,
      count,
      longestMs: longest,
    })),
  }
}
