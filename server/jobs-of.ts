import type { Deps } from './deps.ts'
import { createBackupSchedule } from './features/backups/schedule/backup-schedule.ts'
import { createHousekeeping } from './housekeeping.ts'
import type { BackgroundWork } from './jobs/background-work.ts'

export type Job = Pick<BackgroundWork, 'start' | 'stop'>

/** Everything that runs beside requests, to be started and stopped with the process. */
export const jobsOf = (deps: Deps): Job[] => [
  deps.mailer,
  deps.chatPoster,
  deps.pushSender,
  deps.recalculation,
  deps.imports,
  deps.websiteCheck,
  deps.lunchClock,
  deps.standingLunches,
  deps.lunchNotices,
  deps.reminders,
  deps.tasteFitting,
  createBackupSchedule(deps),
  createHousekeeping(deps),
]
