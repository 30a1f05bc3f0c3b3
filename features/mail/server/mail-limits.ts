import { hours, minutes } from '#kit/rules/units.ts'
import type { Deps } from '#kit/server/deps.ts'
import { tooMany } from '#kit/server/http/errors.ts'
import type { RequestLimit } from '#kit/server/http/limits/request-limits.ts'
import { countOne, findWait, type Limit } from '#kit/server/http/limits/throttles-store.ts'
import type { MailKind } from '../contract.ts'

/** A whole campus may register on one morning from one network. */
export const mailsOfNetwork: RequestLimit = { key: 'mails of', max: 60, milliseconds: hours }

/** Two limits that keep mailboxes from being flooded: per address and kind of mail, and per address for all kinds. */
export const pauseBetweenMails: Limit = { max: 1, milliseconds: 2 * minutes }
export const mailsPerDay: Limit = { max: 5, milliseconds: 24 * hours }

/** Whether another mail of this kind may go to an address now; counts it if so. */
export async function mayMail({ config, db, now }: Deps, kind: MailKind, email: string): Promise<boolean> {
  if (!config.rateLimits) return true
  return (
    (await countOne(db, `mail ${kind} ${email}`, pauseBetweenMails, now())) &&
    (await countOne(db, dailyMailKey(email), mailsPerDay, now()))
  )
}

/** The same, but throws with the reason, for callers who may know it. */
export async function requireMayMail(deps: Deps, kind: MailKind, email: string): Promise<void> {
  if (await mayMail(deps, kind, email)) return
  const wait = await findWait(deps.db, dailyMailKey(email), mailsPerDay, deps.now())
  throw wait > 0
    ? tooMany(wait / 1000, 'This address has reached its daily limit of mails. Please try again tomorrow.')
    : tooMany(
        pauseBetweenMails.milliseconds / 1000,
        'A mail was just sent to this address. Please try again in a few minutes.',
      )
}

const dailyMailKey = (email: string) => `mail ${email}`
