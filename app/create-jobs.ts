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
import { enterLunchVisits } from '#features/visits/server/enter-visits.ts'
import type { Deps, Jobs } from '#kit/server/deps.ts'
import { createHousekeeping } from './housekeeping.ts'

/** Creates everything that runs beside requests, to be started and stopped with the process. They become `deps.jobs`. */
export function createJobs(deps: Deps): Jobs {
  return {
    mailer: createMailer(deps, { ...accountMails(deps), ...suggestionMails(deps), ...lunchMails(deps) }),
    chatPoster: createChatPoster(deps, lunchPosts(deps)),
    pushSender: createPushSender(deps, lunchPushes(deps)),
    recalculation: createRecalculation(deps),
    imports: createImportWork(deps),
    websiteCheck: createWebsiteCheck(deps),
    lunchClock: createLunchClock(deps, () => enterLunchVisits(deps)),
    standingLunches: createStandingLunchMaker(deps),
    reminders: createReminders(deps),
    tasteFitting: createTasteFitting(deps),
    backupSchedule: createBackupSchedule(deps),
    housekeeping: createHousekeeping(deps),
  }
}
