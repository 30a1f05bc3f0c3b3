import { sessionLimits } from '#features/accounts/server/sessions/session.ts'
import { removeDrafts } from '#features/backups/server/backup-files.ts'
import { saveDatabaseSize } from '#features/overview/server/health.ts'
import { readNumberSetting } from '#features/settings/server/settings-store.ts'
import { purgeOldTrash } from '#features/trash/server/trash.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { days, hours } from '#kit/rules/units.ts'
import { removeBefore } from '#kit/server/database/remove-before.ts'
import type { Deps } from '#kit/server/deps.ts'
import { removeEndedThrottles } from '#kit/server/http/limits/throttles-store.ts'
import { type BackgroundWork, backgroundWork } from '#kit/server/jobs/background-work.ts'

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
  await removeBefore(db, 'sessions', 'createdAt', ago(sessionLimits.absolute))
  await removeBefore(db, 'sessions', 'lastSeenAt', ago(sessionLimits.idle))
  // No throttle counter runs longer than a day.
  await removeEndedThrottles(db, time, days)
  // Links in mails are reported as expired for 30 days, and only then as unknown.
  await removeBefore(db, 'mailTokens', 'expiresAt', ago(30 * days))
  await removeBefore(db, 'deliveries', 'givenUpAt', ago(30 * days))
  await removeBefore(db, 'accessTokens', 'expiresAt', ago(30 * days))
  await removeBefore(db, 'passkeyChallenges', 'expiresAt', ago(0))
  await removeBefore(db, 'signOns', 'expiresAt', ago(0))
  await removeBefore(db, 'leases', 'expiresAt', ago(days))
  await removeBefore(db, 'changes', 'announcedAt', ago(days))
  // Only imports that have ended: queued ones are carried out once a server runs again.
  await removeBefore(db, 'importRuns', 'finishedAt', ago(days))
  // No notice is about a lunch that left longer ago than its visits are entered.
  await removeBefore(db, 'pushNotices', 'at', ago(60 * days))
  await purgeOldTrash({ db, now })
  const months = await readNumberSetting(db, 'audit_months')
  await removeBefore(db, 'auditLogs', 'createdAt', ago(months * (365 / 12) * days))
  const today = localDate(time, config.timeZone)
  // The overview compares the last 30 days with the 30 days before them.
  await removeBefore(db, 'signInDays', 'day', addDays(today, -60))
  await removeBefore(db, 'databaseSizes', 'day', addDays(today, -60))
  await removeBefore(db, 'slowRequests', 'day', addDays(today, -7))
  await saveDatabaseSize(db, today)
}
