import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/reminders.ts'
import { daysOf, findReminder, type ReminderRow, saveReminderRow } from '#server/data/reminders-store.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'

export function remindersApi(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps

  serve(app, contract.getReminder, async ({ viewer }) => ({
    reminder: timesOf(await findReminder(db, viewer.id)),
  }))

  serve(app, contract.saveReminder, async ({ body: { reminder }, viewer }) => {
    await saveReminderRow(db, {
      userId: viewer.id,
      time: reminder?.time ?? null,
      days: reminder?.days.join('') ?? '',
      chosenAt: now().toISOString(),
    })
    return { reminder }
  })
}

/** When a reminder is to be sent; null while it is turned off. */
function timesOf(row: Pick<ReminderRow, 'time' | 'days'> | undefined): contract.Reminder | null {
  if (!row || row.time === null) return null
  return { time: row.time, days: daysOf(row) }
}
