import { restOfToday } from '#domain/lunch-times.ts'
import { reminderOf } from '#domain/reminder-times.ts'
import { seconds } from '#domain/units.ts'
import { localDate } from '#domain/zoned-time.ts'
import { isDisabled, isUnverified } from '#server/auth/account-state.ts'
import {
  handleReminder,
  listLunchesToJoin,
  listRemindersToSend,
  type ReminderRow,
} from '#server/data/reminders-store.ts'
import { findUser } from '#server/data/users-store.ts'
import { readDaysColumn } from '#server/database/checks.ts'
import { giveWay } from '#server/database/give-way.ts'
import type { Deps } from '#server/deps.ts'
import { type BackgroundWork, backgroundWork } from '#server/jobs/background-work.ts'
import { withLease } from '#server/jobs/lease.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

type ReminderDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now'>

/** Mails users about the day's lunches at the time they chose; only one process at a time sends these mails. */
export function createReminders(deps: ReminderDeps): BackgroundWork {
  return backgroundWork({
    interval: 20 * seconds,
    work: async stopping => {
      // Most runs find nothing and need no lease.
      if ((await listDue(deps)).length > 0)
        await withLease(deps, 'reminders', async () => {
          for (const due of await listDue(deps)) {
            if (stopping.aborted) return
            await remind(deps, due)
            await giveWay()
          }
        })
    },
    onError: (error, isFirst) => {
      // Logging this in every run would flood the log while the database is down.
      if (isFirst) deps.log.error({ err: error }, 'reminders could not be sent')
    },
  })
}

type Due = { row: ReminderRow; today: string; until: Date }

async function listDue({ config, db, now }: ReminderDeps): Promise<Due[]> {
  const time = now()
  const today = localDate(time, config.timeZone)
  return (await listRemindersToSend(db, today)).flatMap(row => {
    // A choice dated in the future was made while the clock was wrong.
    const chosenAt = row.chosenAt === null || new Date(row.chosenAt) > time ? null : new Date(row.chosenAt)
    const at = reminderOf(
      { time: row.time, days: readDaysColumn(row.days), chosenAt },
      today,
      config.timeZone,
    )
    return at && at.from <= time && time < at.until ? [{ row, today, until: at.until }] : []
  })
}

// Marks the day as handled even if no mail is sent: lunches started later in the day don't trigger another check.
async function remind(deps: ReminderDeps, { row, today, until }: Due): Promise<void> {
  const { config, db, now } = deps
  await db.transaction().execute(async tx => {
    if (!(await handleReminder(tx, row, today))) return
    const user = await findUser(tx, row.userId)
    if (!user || isDisabled(user) || isUnverified(user)) return
    const lunches = await listLunchesToJoin(tx, user, restOfToday(now(), config.timeZone))
    if (lunches.length === 0) return
    await queueMail(tx, deps, {
      kind: 'lunch-reminder',
      to: user,
      about: user.id,
      expiresAt: until,
    })
  })
}
