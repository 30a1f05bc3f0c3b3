import type { ExpressionBuilder } from 'kysely'
import { isDisabled, isUnverified } from '#features/accounts/server/users/account-state.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { instantOf, localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { hours, seconds } from '#kit/rules/units.ts'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Database, Row } from '#kit/server/database/schema.ts'
import { readDaysColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type BackgroundWork, backgroundWork } from '#kit/server/jobs/background-work.ts'
import { withLease } from '#kit/server/jobs/lease.ts'
import { listLunchesToJoin } from './lunches-to-join.ts'

/** How late a reminder may be sent if no server was running at its time. */
const maxDelay = hours

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

type Due = { row: Row<'reminders'>; today: string; until: Date }

async function listDue({ config, db, now }: ReminderDeps): Promise<Due[]> {
  const time = now()
  const today = localDate(time, config.timeZone)
  const rows = await db
    .selectFrom('reminders')
    .selectAll()
    .where('time', 'is not', null)
    .where(notHandledOn(today))
    .orderBy('userId')
    .$narrowType<{ time: string }>()
    .execute()
  return rows.flatMap(row => {
    if (!readDaysColumn(row.days).includes(weekdayOf(today))) return []
    const from = instantOf(today, row.time, config.timeZone)
    const until = new Date(from.getTime() + maxDelay)
    // Whoever chooses 11:00 at 11:10 expects no email within a minute. What is chosen in the future was so while the
    // clock was wrong.
    const chosenAt = new Date(row.chosenAt ?? 0)
    const isChosenSince = from <= chosenAt && chosenAt <= time
    return from <= time && time < until && !isChosenSince ? [{ row, today, until }] : []
  })
}

// Marks the day as handled even if no mail is sent: lunches started later in the day don't trigger another check.
async function remind(deps: ReminderDeps, { row, today, until }: Due): Promise<void> {
  await deps.db.transaction().execute(async tx => {
    const handled = await tx
      .updateTable('reminders')
      .set({ handledOn: today })
      .where('userId', '=', row.userId)
      .where('time', '=', row.time)
      .where('days', '=', row.days)
      .where(notHandledOn(today))
      .returning('userId')
      .executeTakeFirst()
    // Another process was faster, or it was changed after it was read.
    if (!handled) return
    const user = await find(tx, 'users', { id: row.userId })
    if (!user || isDisabled(user) || isUnverified(user)) return
    if ((await listLunchesToJoin(tx, deps, user)).length === 0) return
    await queueMail(tx, deps, { kind: 'lunch-reminder', to: user, about: user.id, expiresAt: until })
  })
}

const notHandledOn = (today: string) => (eb: ExpressionBuilder<Database, 'reminders'>) =>
  eb.or([eb('handledOn', 'is', null), eb('handledOn', '!=', today)])
