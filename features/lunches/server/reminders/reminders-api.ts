import type { FastifyInstance } from 'fastify'
import { hashToken } from '#features/accounts/server/tokens/tokens.ts'
import type { Config } from '#kit/server/config/config.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { readDaysColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { plainPage } from '#kit/server/http/site/plain-page.ts'
import * as contract from '../../reminders-contract.ts'

export async function remindersApi(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, db, now } = deps

  serve(app, contract.getReminder, async ({ viewer }) => ({
    reminder: timesOf(await find(db, 'reminders', { userId: viewer.id })),
  }))

  serve(app, contract.saveReminder, async ({ body: { reminder }, viewer }) => {
    // A day that was already handled stays handled.
    const choice = {
      time: reminder?.time ?? null,
      days: reminder?.days.join('') ?? '',
      chosenAt: now().toISOString(),
    }
    await db
      .insertInto('reminders')
      .values({ userId: viewer.id, ...choice })
      .onConflict(conflict => conflict.column('userId').doUpdateSet(choice))
      .execute()
    return { reminder }
  })

  const findUserOf = async (token: string) =>
    (await find(db, 'mailTokens', { tokenHash: hashToken(token), purpose: 'unsubscribe' }))?.userId

  serve(app, contract.askToUnsubscribe, async ({ query, reply }) => {
    reply.headers(unlisted)
    return pageOf(config, (await findUserOf(query.token)) === undefined ? 'unknown' : 'ask')
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
      // Only if it is on, so that a repeated click changes nothing.
      await db
        .updateTable('reminders')
        .set({ time: null, days: '', chosenAt: now().toISOString() })
        .where('userId', '=', userId)
        .where('time', 'is not', null)
        .execute()
      return pageOf(config, 'done')
    })
    done()
  })
}

const unlisted = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/** When a reminder is to be sent; null while it is turned off. */
function timesOf(row: Pick<Row<'reminders'>, 'time' | 'days'> | undefined): contract.Reminder | null {
  if (!row || row.time === null) return null
  return { time: row.time, days: readDaysColumn(row.days) }
}

/** A page behind the link of a mail. Only the button switches anything off, because mail scanners open every link. */
function pageOf({ appName, appUrl }: Config, about: 'ask' | 'done' | 'unknown') {
  const contents = {
    ask: {
      title: 'Stop reminders?',
      text: `${appName} will no longer send you mails about the day’s lunches.`,
      button: 'Stop reminders',
    },
    done: {
      title: 'Reminders are off',
      text: 'You won’t get mails about the day’s lunches any more. You can switch them on again in your profile.',
    },
    unknown: {
      title: 'This link doesn’t work any more',
      text: 'You can switch your reminder off in your profile.',
    },
  }
  const link = { href: `${appUrl}/profile/edit#reminder`, label: 'Your profile' }
  return plainPage({ appName }, { ...contents[about], link })
}
