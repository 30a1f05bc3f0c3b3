import type { FastifyInstance } from 'fastify'
import { type Actor, recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { find, list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, notFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { isBeingSent, isNotBeingSent } from '#kit/server/jobs/deliveries-store.ts'
import { getMailSetup, listMails, removeMail, retryMail, retryMails, type WaitingMail } from '../contract.ts'
import { describeMailSetup, withoutCredentials } from './mail-setup.ts'
import { mailChannel, queuedMail } from './queue-mail.ts'

const channel = mailChannel

/** The queue of mails, as administrators see it. */
export function mailsApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, jobs, now } = deps

  serve(app, getMailSetup, async () => describeMailSetup(config))

  serve(app, listMails, async () =>
    (await list(db, 'deliveries', { channel }, { order: ['id'] })).map(present),
  )

  serve(app, retryMails, async call => ({ count: await retry(null, call) }))

  serve(app, retryMail, async call => ({ count: await retry(call.params.id, call) }))

  serve(app, removeMail, async call =>
    write(deps, call, async ({ tx, time, audit }) => {
      const { id } = call.params
      const mail = await tx
        .deleteFrom('deliveries')
        .where('channel', '=', channel)
        .where('id', '=', id)
        .where(isNotBeingSent(time))
        .returningAll()
        .executeTakeFirst()
      if (!mail) throw await missingMailError(tx, id)
      const { kind, destination, attempts } = mail
      await audit('MAIL_REMOVED', { kind, to: destination, attempts })
    }),
  )

  /** Makes one mail due now, or all that wait. Skips those that are being sent; only the one may have been given up. */
  async function retry(id: number | null, by: Actor): Promise<number> {
    const count = await write(deps, by, async ({ tx, time }) => {
      let query = tx
        .updateTable('deliveries')
        .set({ nextAttemptAt: time, givenUpAt: null })
        .where('channel', '=', channel)
        .where(isNotBeingSent(time))
      if (id === null) query = query.where('nextAttemptAt', '>', time).where('givenUpAt', 'is', null)
      else query = query.where('id', '=', id)
      const mails = (await query.returningAll().execute()).sort((a, b) => a.id - b.id)
      const [first] = mails
      if (id !== null && !first) throw await missingMailError(tx, id)
      const items = mails.map(({ kind, destination }) => ({ kind, to: destination }))
      const details = (mails: object[]) => (id === null ? { count: items.length, mails } : { ...mails[0] })
      if (first) await recordBulkAudit(tx, { action: 'MAIL_RETRIED', items, details, by, time })
      return mails.length
    })
    jobs.mailer.wake()
    return count
  }

  function present(row: Row<'deliveries'>): WaitingMail {
    const { id, attempts, lastError, createdAt, nextAttemptAt, givenUpAt } = row
    const { kind, toAddress } = queuedMail(row)
    return {
      id,
      kind,
      to: toAddress,
      attempts,
      lastError: lastError === null ? null : withoutCredentials(config, lastError),
      createdAt,
      nextAttemptAt,
      isBeingSent: isBeingSent(row, now().toISOString()),
      givenUpAt,
    }
  }
}

async function missingMailError(tx: Db, id: number) {
  return (await find(tx, 'deliveries', { channel, id }))
    ? conflict('This mail is being sent right now')
    : notFound('This mail was sent or removed in the meantime')
}
