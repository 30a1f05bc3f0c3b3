import type { MailKind } from '#contract/mails.ts'
import { hours, minutes } from '#domain/units.ts'
import { countOne, findWait, type Limit } from '#server/data/throttles-store.ts'
import type { Deps } from '#server/deps.ts'
import { clientNetwork } from '#server/http/client-network.ts'
import { tooMany } from '#server/http/errors.ts'

/** Two limits that keep mailboxes from being flooded: per address and kind of mail, and per address for all kinds. */
export const pauseBetweenMails: Limit = { max: 1, milliseconds: 2 * minutes }
export const mailsPerDay: Limit = { max: 5, milliseconds: 24 * hours }
/** A whole campus may register on one morning from one network. */
const mailsOfNetwork: Limit = { max: 60, milliseconds: hours }
/** Registration reveals that an address is taken; trying many of them looks like searching for accounts. */
const takenAddresses: Limit = { max: 25, milliseconds: hours }
/** A calendar that still requests an expired address does so rarely; trying many addresses looks like guessing. */
const unknownCalendars: Limit = { max: 100, milliseconds: 10 * minutes }
/** Every view of the sign-in page requests a challenge, and a whole campus shares one network. */
const signInChallenges: Limit = { max: 1_000, milliseconds: 10 * minutes }
/** Each change sends an email. Removing is never rejected, because there are only so many passkeys to remove. */
const passkeyChanges: Limit = { max: 30, milliseconds: hours }
/** Creating an access token sends an email. */
const newTokens: Limit = { max: 30, milliseconds: hours }
/** As many as wrong passwords. A valid token is never rejected, because nobody can guess one. */
const wrongTokens: Limit = { max: 100, milliseconds: 10 * minutes }
/** Each sign-on costs a request to the issuer and a row. A whole campus may sign in on one morning. */
const signOns: Limit = { max: 300, milliseconds: 10 * minutes }

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

/** Rejects clients that make us send too many mails, whatever the addresses. */
export async function limitMailsOf(deps: Deps, ip: string): Promise<void> {
  await countOrRefuse(deps, mailsKey(ip), mailsOfNetwork)
}

/** The same without counting, for before the work whose mail would be rejected. */
export async function checkMailLimit(deps: Deps, ip: string): Promise<void> {
  await rejectIfExceeded(deps, mailsKey(ip), mailsOfNetwork)
}

/** Rejects clients that tried too many addresses that have accounts. */
export async function rejectAddressProbing(deps: Deps, ip: string): Promise<void> {
  await rejectIfExceeded(deps, addressProbingKey(ip), takenAddresses)
}

export async function countTakenAddress({ db, now }: Deps, ip: string): Promise<void> {
  await countOne(db, addressProbingKey(ip), takenAddresses, now())
}

/** Rejects clients that requested too many calendars that don't exist, even when they request one that does. */
export async function rejectCalendarGuessing(deps: Deps, ip: string): Promise<void> {
  await rejectIfExceeded(deps, calendarGuessingKey(ip), unknownCalendars)
}

export async function countUnknownCalendar({ db, now }: Deps, ip: string): Promise<void> {
  await countOne(db, calendarGuessingKey(ip), unknownCalendars, now())
}

/** Rejects a network that requests too many challenges, because each is a row. */
export async function limitSignInChallenges(deps: Deps, ip: string): Promise<void> {
  await countOrRefuse(deps, `passkey challenges of ${clientNetwork(ip)}`, signInChallenges)
}

/** Rejects a user who adds and renames passkeys too often. */
export async function limitPasskeyChanges(deps: Deps, userId: number): Promise<void> {
  await countOrRefuse(deps, `passkey changes of ${userId}`, passkeyChanges)
}

/** Rejects a user who creates access tokens too often. */
export async function limitTokens(deps: Deps, userId: number): Promise<void> {
  await countOrRefuse(deps, `access tokens of ${userId}`, newTokens)
}

/** Rejects a network that sent too many wrong access tokens. */
export async function limitWrongTokens(deps: Deps, ip: string): Promise<void> {
  await countOrRefuse(deps, `wrong access tokens of ${clientNetwork(ip)}`, wrongTokens)
}

/** Rejects a network that starts too many sign-ons at the issuer. */
export async function limitSignOns(deps: Deps, ip: string): Promise<void> {
  await countOrRefuse(deps, `sign-ons of ${clientNetwork(ip)}`, signOns)
}

async function countOrRefuse({ config, db, now }: Deps, key: string, limit: Limit): Promise<void> {
  if (!config.rateLimits || (await countOne(db, key, limit, now()))) return
  throw tooManyError(await findWait(db, key, limit, now()))
}

async function rejectIfExceeded({ config, db, now }: Deps, key: string, limit: Limit): Promise<void> {
  const wait = config.rateLimits ? await findWait(db, key, limit, now()) : 0
  if (wait > 0) throw tooManyError(wait)
}

const mailsKey = (ip: string) => `mails of ${clientNetwork(ip)}`
const addressProbingKey = (ip: string) => `taken addresses ${clientNetwork(ip)}`
const calendarGuessingKey = (ip: string) => `unknown calendars ${clientNetwork(ip)}`

const tooManyError = (milliseconds: number) =>
  tooMany(milliseconds / 1000, 'Too many requests. Please try again later.')
