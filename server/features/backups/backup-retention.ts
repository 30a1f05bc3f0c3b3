import { days, hours } from '#domain/units.ts'
import type { BackupFile } from './backup-files.ts'

const safetyKept = 10
const weeklyFor = 61 * days
/** What is named by a time further ahead comes from a clock that was set back since, and counts as the oldest. */
const furthest = 1 * hours

/**
 * Which backups have served their time: of the scheduled ones the last `keep` stay, and for two months the last of each
 * week; one that could not be read back (`unread`) stays until the next one, and doesn't count; of the safety backups the
 * last ten. Nobody else's are ever touched.
 */
export function outlived(
  files: readonly BackupFile[],
  keep: number,
  now: Date,
  unread: readonly string[] = [],
): BackupFile[] {
  const timeOf = ({ timestamp }: BackupFile) => {
    const time = Date.parse(timestamp)
    return time - now.getTime() > furthest ? 0 : time
  }
  const latestFirst = files.toSorted((a, b) => timeOf(b) - timeOf(a))
  const isUnread = ({ filename }: BackupFile) => unread.includes(filename)
  const allScheduled = latestFirst.filter(({ kind }) => kind === 'scheduled')
  const scheduled = allScheduled.filter(file => !isUnread(file))
  const weeklies = new Set([...Map.groupBy(scheduled, weekOf).values()].map(([latest]) => latest))
  const isRecent = ({ timestamp }: BackupFile) => now.getTime() - Date.parse(timestamp) < weeklyFor
  return [
    ...allScheduled.slice(1).filter(isUnread),
    ...scheduled.slice(keep).filter(file => !(weeklies.has(file) && isRecent(file))),
    ...latestFirst.filter(({ kind }) => kind === 'safety').slice(safetyKept),
  ]
}

// Weeks from Monday: the first day of the era of timestamps was a Thursday.
const weekOf = ({ timestamp }: BackupFile) => Math.floor((Date.parse(timestamp) / days + 3) / 7)
