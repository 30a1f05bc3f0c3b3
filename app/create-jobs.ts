import { accountMails } from '#features/accounts/server/mails.ts'
import { createBackupSchedule } from '#features/backups/server/schedule/backup-schedule.ts'
import { createChatPoster } from '#features/chat/server/chat-poster.ts'
import { createRecalculation } from '#features/distances/server/recalculation.ts'
import { createImportWork } from '#features/imports/server/runs/run-imports.ts'
import { createLunchClock } from '#features/lunches/server/lunch-clock.ts'
import { lunchPosts } from '#features/lunches/server/news/compose-post.ts'
import { lunchPushes } from '#features/lunches/server/news/compose-push.ts'
import { lunchMails } from '#features/lunches/server/news/mails.ts'
import { createReminders } from '#features/lunches/server/reminders/send-reminders.ts'
import { createStandingLunchMaker } from '#features/lunches/server/standing/make-lunches.ts'
import { createMailer } from '#features/mail/server/mailer.ts'
import { createWebsiteCheck } from '#features/overview/server/website-check.ts'
import { createPushSender } from '#features/push/server/push-sender.ts'
import { suggestionMails } from '#features/suggestions/server/mails.ts'
import { createTasteFitting } from '#features/taste/server/taste-fitting.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { BackgroundWork } from '#kit/server/jobs/background-work.ts'
import { createHousekeeping } from './housekeeping.ts'

/** Everything that runs beside requests. */
const jobs = {
  /** Sends the mails that are queued in the database. */
  mailer: (deps: Deps) =>
    createMailer(deps, { ...accountMails(deps), ...suggestionMails(deps), ...lunchMails(deps) }),
  /** Sends the queued posts to chats. */
  chatPoster: (deps: Deps) => createChatPoster(deps, lunchPosts(deps)),
  /** Sends the queued notifications. */
  pushSender: (deps: Deps) => createPushSender(deps, lunchPushes(deps)),
  /** Recalculates distances. */
  recalculation: createRecalculation,
  /** Carries out imports. */
  imports: createImportWork,
  /** Checks whether the restaurants' websites still exist. */
  websiteCheck: createWebsiteCheck,
  /** Closes votes when they are due, notifies people of lunches at the times that matter, and enters their visits. */
  lunchClock: createLunchClock,
  /** Makes the lunches of lunches that repeat. */
  standingLunches: createStandingLunchMaker,
  /** Sends reminder mails about the day's lunches to those who asked for them. */
  reminders: createReminders,
  /** Learns from all ratings what users would like. */
  tasteFitting: createTasteFitting,
  /** Makes and removes scheduled backups. */
  backupSchedule: createBackupSchedule,
  /** Removes what has expired. */
  housekeeping: createHousekeeping,
}

export type NamedJobs = Record<keyof typeof jobs, BackgroundWork>

/** To be started and stopped with the process. They become `deps.jobs`. */
export const createJobs = (deps: Deps): NamedJobs =>
  Object.fromEntries(Object.entries(jobs).map(([name, create]) => [name, create(deps)])) as NamedJobs
