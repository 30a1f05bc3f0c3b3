import { type Actor, recordAudit, recordBulkAudit } from '#features/audit/server/record-audit.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, notFound } from '#kit/server/http/errors.ts'
import { dropWaiting, isBeingSent, listDeliveries, makeDueNow } from '#kit/server/jobs/deliveries-store.ts'
import type { WaitingMail } from '../contract.ts'
import { withoutCredentials } from './mail-setup.ts'
import { mailChannel, queuedMail } from './queue-mail.ts'

export function presentMail({ config, now }: Deps, row: Row<'deliveries'>): WaitingMail {
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

/** Makes one waiting mail, or all of them, due now. Mails that are being sent are left alone. */
export async function retryWaitingMails(
  { db, jobs, now }: Deps,
  id: number | null,
  by: Actor,
): Promise<number> {
  const time = now().toISOString()
  const count = await db.transaction().execute(async tx => {
    const mails = await makeDueNow(tx, { channel: mailChannel, id, now: time })
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

export async function dropMail({ db, now }: Deps, id: number, by: Actor): Promise<void> {
  const time = now().toISOString()
  await db.transaction().execute(async tx => {
    const mail = await dropWaiting(tx, { channel: mailChannel, id, now: time })
    if (!mail) throw await missingMailError(tx, id)
    const details = { kind: mail.kind, to: mail.destination, attempts: mail.attempts }
    await recordAudit(tx, { action: 'MAIL_REMOVED', details, by, time })
  })
}

async function missingMailError(tx: Db, id: number) {
  return (await listDeliveries(tx, mailChannel)).some(mail => mail.id === id)
    ? conflict('This mail is being sent right now')
    : notFound('This mail was sent or removed in the meantime')
}
