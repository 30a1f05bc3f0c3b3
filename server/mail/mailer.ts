import { claimMail, findDueMailId, postponeMail, removeMail } from '#server/data/mails-store.ts'
import type { MailRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type BackgroundWork, backgroundWork } from '#server/work/background-work.ts'
import { type ComposedMail, composeMail } from './compose-mail.ts'
import { writeToOutbox } from './outbox.ts'
import { createSmtpSender, isRefusedForGood } from './smtp.ts'

type MailerDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now'>

const seconds = 1000
const minutes = 60 * seconds
const lookEvery = 10 * seconds
/** If a process dies while it sends, another may take the mail after this time. */
const claimFor = 2 * minutes
const longestPause = 15 * minutes
const giveUpAfter = 3 * 24 * 60 * minutes

/** Sends the queue's mails one after the other. Any number of processes may do so: each mail is claimed first. */
export function createMailer(deps: MailerDeps): BackgroundWork {
  const { config, log } = deps
  const smtp = config.mail.smtpUrl === null ? null : createSmtpSender(deps, config.mail.smtpUrl)
  const deliver = smtp ? smtp.send : (mail: ComposedMail) => writeToOutbox(deps, mail)
  const sending = backgroundWork({
    every: lookEvery,
    work: async stopping => {
      while (!stopping.aborted && (await sendNext(deps, deliver)));
    },
    failed: error => log.error({ err: error }, 'the mail queue could not be read'),
  })
  return {
    ...sending,
    stop: async () => {
      await sending.stop()
      smtp?.close()
    },
  }
}

/** Whether to go on at once: false when nothing is due, or when the mail server is in trouble. */
async function sendNext(deps: MailerDeps, deliver: (mail: ComposedMail) => Promise<void>): Promise<boolean> {
  const { db, log } = deps
  const taken = await takeDueMail(deps)
  if (taken === 'none') return false
  if (taken === 'taken by another') return true
  const { row, mail } = taken
  try {
    if (mail) await deliver(mail)
    await removeMail(db, row.id)
    return true
  } catch (error) {
    await putBack(deps, row, error)
    log.warn({ err: error, mail: row.id, kind: row.kind, attempts: row.attempts }, 'a mail was not sent')
    return isRefusedForGood(error)
  }
}

// The token of a link is made with the claim: if the mail was replaced meanwhile, no claim and no token.
async function takeDueMail(deps: MailerDeps) {
  const after = (milliseconds: number) => new Date(deps.now().getTime() + milliseconds).toISOString()
  const due = { now: after(0), latest: after(longestPause + claimFor) }
  const id = await findDueMailId(deps.db, due)
  if (id === undefined) return 'none'
  return deps.db.transaction().execute(async tx => {
    const row = await claimMail(tx, { id, ...due, until: after(claimFor) })
    if (!row) return 'taken by another'
    return { row, mail: await composeMail(tx, deps, row) }
  })
}

async function putBack({ db, log, now }: MailerDeps, row: MailRow, error: unknown): Promise<void> {
  const time = now().getTime()
  if (isRefusedForGood(error) || time - Date.parse(row.createdAt) > giveUpAfter) {
    log.error({ err: error, mail: row.id, kind: row.kind }, 'a mail was given up')
    return removeMail(db, row.id)
  }
  const pause = Math.min(longestPause, 10 * seconds * 2 ** (row.attempts - 1))
  const nextAttemptAt = new Date(time + pause).toISOString()
  await postponeMail(db, { id: row.id, nextAttemptAt, lastError: reasonOf(error) })
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)
