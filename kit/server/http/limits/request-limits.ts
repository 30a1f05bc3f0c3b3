import { hours, minutes, seconds } from '#kit/rules/units.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type HttpError, tooMany } from '#kit/server/http/errors.ts'
import { clientNetwork } from '#kit/server/http/network/client-network.ts'
import { countOne, findWait, type Limit } from './throttles-store.ts'

/** An `always` applies even if the installation has switched off rate limits. */
type NamedLimit = Limit & { message?: string; always?: boolean }

const aMinute = 'Too many attempts. Please wait a minute.'

/** By the beginning of the keys that count them; a user's number or a network follows. */
const limits = {
  /** A whole campus may register on one morning from one network. */
  'mails of': { max: 60, milliseconds: hours },
  /** Registration reveals that an address is taken; trying many of them looks like searching for accounts. */
  'taken addresses': { max: 25, milliseconds: hours },
  /** A calendar that still requests an expired address does so rarely; trying many addresses looks like guessing. */
  'unknown calendars': { max: 100, milliseconds: 10 * minutes },
  /** Every view of the sign-in page requests a challenge, which is a row, and a whole campus shares one network. */
  'passkey challenges of': { max: 1_000, milliseconds: 10 * minutes },
  /** Each change sends an email. Removing is never rejected, because there are only so many passkeys to remove. */
  'passkey changes of': { max: 30, milliseconds: hours },
  /** Creating one sends an email. */
  'access tokens of': { max: 30, milliseconds: hours },
  /** As many as wrong passwords. A valid token is never rejected, because no one can guess one. */
  'wrong access tokens of': { max: 100, milliseconds: 10 * minutes },
  /** Each sign-on costs a request to the issuer and a row. A whole campus may sign in on one morning. */
  'sign-ons of': { max: 300, milliseconds: 10 * minutes },
  /** As many as wrong passwords, which don't wait for these. */
  'forged sign-ons of': { max: 100, milliseconds: 10 * minutes },
  /** Each trial is a real request to an external service. */
  'config trials of': { max: 10, milliseconds: minutes, message: aMinute },
  /** Each test is a real post in a channel. */
  'webhook tests of': { max: 10, milliseconds: minutes, message: aMinute },
  'push test of': {
    max: 1,
    milliseconds: 30 * seconds,
    message: 'A test was just sent. Please try again in half a minute.',
    always: true,
  },
} satisfies Record<string, NamedLimit>

type Limited = keyof typeof limits
/** A user's id, or the address that a request comes from. */
type Subject = number | string
type Counter = Pick<Deps, 'config' | 'now'> & { db: Db }

/** Counts one more, and rejects it if that exceeds the limit. */
export async function countOrRefuse(deps: Counter, what: Limited, subject: Subject): Promise<void> {
  if (!applies(deps, what) || (await countAttempt(deps, what, subject))) return
  throw refusal(what, await waitFor(deps, what, subject))
}

/** Rejects if the limit is exhausted, without counting: for what counts only failures, or counts later. */
export async function refuseIfExceeded(deps: Counter, what: Limited, subject: Subject): Promise<void> {
  const wait = applies(deps, what) ? await waitFor(deps, what, subject) : 0
  if (wait > 0) throw refusal(what, wait)
}

/** Counts one more; false if that exceeds the limit. */
export const countAttempt = ({ db, now }: Counter, what: Limited, subject: Subject): Promise<boolean> =>
  countOne(db, keyOf(what, subject), limits[what], now())

const waitFor = ({ db, now }: Counter, what: Limited, subject: Subject): Promise<number> =>
  findWait(db, keyOf(what, subject), limits[what], now())

const keyOf = (what: Limited, subject: Subject) =>
  `${what} ${typeof subject === 'string' ? clientNetwork(subject) : subject}`

function applies({ config }: Counter, what: Limited): boolean {
  const { always = false }: NamedLimit = limits[what]
  return always || config.rateLimits
}

function refusal(what: Limited, wait: number): HttpError {
  const { message = 'Too many requests. Please try again later.' }: NamedLimit = limits[what]
  return tooMany(wait / 1000, message)
}
