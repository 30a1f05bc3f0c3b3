import { timestampBefore } from '#domain/timestamps.ts'
import { days, hours } from '#domain/units.ts'
import { addDays, localDate } from '#domain/zoned-time.ts'
import { sessionLimits } from '#server/auth/session-cookie.ts'
import { removeAccessTokensExpiredBefore } from '#server/data/access-tokens-store.ts'
import { removeRunsBefore } from '#server/data/import-runs-store.ts'
import { removeTokensExpiredBefore } from '#server/data/mail-tokens-store.ts'
import { readDatabaseSize, removeOperationsBefore, saveDatabaseSize } from '#server/data/operations-store.ts'
import { removeChallengesUntil } from '#server/data/passkeys-store.ts'
import { removePushNoticesBefore } from '#server/data/push-queue-store.ts'
import { removeSessionsOlderThan, removeSignInDaysBefore } from '#server/data/sessions-store.ts'
import { removeEndedThrottles } from '#server/data/throttles-store.ts'
import { type BackgroundWork, backgroundWork } from '#server/jobs/background-work.ts'
import { removeLeasesBefore } from '#server/jobs/lease.ts'
import { removeChangesBefore } from './data/changes-store.ts'
import { removeSignOnsUntil } from './data/sign-on-store.ts'
import type { Deps } from './deps.ts'
import { removeDrafts } from './features/backups/backup-files.ts'
import { purgeOldTrash } from './features/trash/purge-trash.ts'

type HousekeepingDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'diskReserve'>

/** Removes expired data every hour. Several processes may do so at the same time. */
export const createHousekeeping = (deps: HousekeepingDeps): BackgroundWork =>
  backgroundWork({
    interval: hours,
    work: async () => {
      // The real time and not `now`, because it is compared with the time of files.
      const drafts = removeDrafts(deps.config, new Date(Date.now() - days))
      await Promise.all([removeExpired(deps), drafts])
    },
    onError: error => deps.log.error({ err: error }, 'housekeeping failed'),
  })

export async function removeExpired({
  config,
  db,
  now,
  diskReserve,
}: Omit<HousekeepingDeps, 'log'>): Promise<void> {
  await diskReserve.fill()
  const time = now()
  const ago = (milliseconds: number) => timestampBefore(time, milliseconds)
  await removeSessionsOlderThan(db, {
    createdAt: ago(sessionLimits.absolute),
    lastSeenAt: ago(sessionLimits.idle),
  })
  // No throttle counter runs longer than a day.
  await removeEndedThrottles(db, time, days)
  // Links in mails are reported as expired for 30 days, and only then as unknown.
  await removeTokensExpiredBefore(db, ago(30 * days))
  await removeAccessTokensExpiredBefore(db, ago(30 * days))
  await removeChallengesUntil(db, time.toISOString())
  await removeSignOnsUntil(db, time.toISOString())
  await removeLeasesBefore(db, ago(days))
  await removeChangesBefore(db, ago(days))
  await removeRunsBefore(db, ago(days))
  // No notice is about a lunch that left longer ago than its visits are entered.
  await removePushNoticesBefore(db, ago(60 * days))
  await purgeOldTrash({ db, now })
  const today = localDate(time, config.timeZone)
  // The overview compares the last 30 days with the 30 days before them.
  await removeSignInDaysBefore(db, addDays(today, -60))
  await removeOperationsBefore(db, { sizes: addDays(today, -60), slow: addDays(today, -7) })
  await saveDatabaseSize(db, today, await readDatabaseSize(db))
}
