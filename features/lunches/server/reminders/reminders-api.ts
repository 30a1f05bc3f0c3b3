import type { FastifyInstance } from 'fastify'
import { hashToken } from '#features/accounts/server/tokens/tokens.ts'
import { find } from '#kit/server/database/rows.ts'
import { readDaysColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import * as contract from '../../reminders-contract.ts'
import { findReminder, type ReminderRow, saveReminderRow, switchReminderOff } from './reminders-store.ts'
import { askPage, donePage, unknownPage } from './unsubscribe-page.ts'

export async function remindersApi(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, db, now } = deps

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

  const findUserOf = async (token: string) =>
    (await find(db, 'mailTokens', { tokenHash: hashToken(token), purpose: 'unsubscribe' }))?.userId

  serve(app, contract.askToUnsubscribe, async ({ query, reply }) => {
    reply.headers(unlisted)
    return (await findUserOf(query.token)) === undefined ? unknownPage(config) : askPage(config)
  })

  await app.register((scope, _options, done) => {
    // Mail programs send List-Unsubscribe=One-Click as a form. What it says doesn't matter: the address says it all.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 4096 },
      async () => undefined,
    )
    serve(scope, contract.unsubscribe, async ({ query, reply }) => {
      reply.headers(unlisted)
      const userId = await findUserOf(query.token)
      if (userId === undefined) throw notFound('This link doesn’t work any more')
      await switchReminderOff(db, userId, now().toISOString())
      return donePage(config)
    })
    done()
  })
}

const unlisted = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/** When a reminder is to be sent; null while it is turned off. */
function timesOf(row: Pick<ReminderRow, 'time' | 'days'> | undefined): contract.Reminder | null {
  if (!row || row.time === null) return null
  return { time: row.time, days: readDaysColumn(row.days) }
}
