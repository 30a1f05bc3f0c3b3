import { lunchPosts } from './chat/compose-post.ts'
import type { Deps, Jobs } from './deps.ts'
import { accountMails } from './features/accounts/mails.ts'
import { createBackupSchedule } from './features/backups/schedule/backup-schedule.ts'
import { createRecalculation } from './features/distances/recalculation.ts'
import { createImportWork } from './features/imports/runs/run-imports.ts'
import { createLunchClock } from './features/lunches/lunch-clock.ts'
import { lunchMails } from './features/lunches/mails.ts'
import { createStandingLunchMaker } from './features/lunches/standing/make-lunches.ts'
import { createWebsiteCheck } from './features/overview/website-check.ts'
import { createReminders } from './features/reminders/send-reminders.ts'
import { suggestionMails } from './features/suggestions/mails.ts'
import { enterLunchVisits } from './features/visits/enter-visits.ts'
import { createHousekeeping } from './housekeeping.ts'
import { createChatPoster } from './integrations/chat-poster.ts'
import { createMailer } from './mail/mailer.ts'
import { lunchPushes } from './push/compose-push.ts'
import { createPushSender } from './push/push-sender.ts'
import { createTasteFitting } from './taste/taste-fitting.ts'

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
