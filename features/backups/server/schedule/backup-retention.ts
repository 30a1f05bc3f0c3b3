import { days, hours } from '#kit/rules/units.ts'
import type { BackupFile } from '../backup-files.ts'

const maxSafetyBackups = 10
const weeklyRetention = 61 * days
/** A backup dated further ahead was made before a wrong clock was set back, and counts as the oldest. */
const futureTolerance = 1 * hours

/**
 * The backups that can be removed. Of the scheduled ones, the last `keep` stay, and for two months the last of each
 * week. One that could not be read back (`unread`) doesn't count and stays until the next one. Of the safety backups,
 * the last ten stay. Manual and uploaded backups are never removed.
 */
export function expiredBackups(
  files: readonly BackupFile[],
  keep: number,
  now: Date,
  unread: readonly (string | null)[] = [],
): BackupFile[] {
  const timeOf = ({ timestamp }: BackupFile) => {
    const time = Date.parse(timestamp)
    return time - now.getTime() > futureTolerance ? 0 : time
  }
  const latestFirst = files.toSorted((a, b) => timeOf(b) - timeOf(a))
  const isUnread = ({ filename }: BackupFile) => unread.includes(filename)
  const allScheduled = latestFirst.filter(({ kind }) => kind === 'scheduled')
  const scheduled = allScheduled.filter(file => !isUnread(file))
  const weeklies = new Set([...Map.groupBy(scheduled, weekOf).values()].map(([latest]) => latest))
  const isRecent = ({ timestamp }: BackupFile) => now.getTime() - Date.parse(timestamp) < weeklyRetention
  return [
    ...allScheduled.slice(1).filter(isUnread),
    ...scheduled.slice(keep).filter(file => !(weeklies.has(file) && isRecent(file))),
    ...latestFirst.filter(({ kind }) => kind === 'safety').slice(maxSafetyBackups),
  ]
}

// Weeks start on Monday, and day 0 (1970-01-01) was a Thursday, three days later.
const weekOf = ({ timestamp }: BackupFile) => Math.floor((Date.parse(timestamp) / days + 3) / 7)
