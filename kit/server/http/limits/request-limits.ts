import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type HttpError, tooMany } from '#kit/server/http/errors.ts'
import { clientNetwork } from '#kit/server/http/network/client-network.ts'
import { countOne, findWait, type Limit } from './throttles-store.ts'

/**
 * How often a user, or a network, may do something. An `always` applies even if the installation has switched off rate
 * limits.
 */
export type RequestLimit = Limit & {
  /** The beginning of the keys that count it; the user's number or the network follows. */
  key: string
  message?: string
  always?: boolean
}

export const waitAMinute = 'Too many attempts. Please wait a minute.'

/** A user's id, or the address that a request comes from. */
type Subject = number | string
type Counter = Pick<Deps, 'config' | 'now'> & { db: Db }

/** Counts one more, and rejects it if that exceeds the limit. */
export async function countOrRefuse(deps: Counter, limit: RequestLimit, subject: Subject): Promise<void> {
  if (!applies(deps, limit) || (await countAttempt(deps, limit, subject))) return
  throw refusal(limit, await waitFor(deps, limit, subject))
}

/** Rejects if the limit is exhausted, without counting: for what counts only failures, or counts later. */
export async function refuseIfExceeded(deps: Counter, limit: RequestLimit, subject: Subject): Promise<void> {
  const wait = applies(deps, limit) ? await waitFor(deps, limit, subject) : 0
  if (wait > 0) throw refusal(limit, wait)
}

/** Counts one more; false if that exceeds the limit. */
export const countAttempt = ({ db, now }: Counter, limit: RequestLimit, subject: Subject): Promise<boolean> =>
  countOne(db, keyOf(limit, subject), limit, now())

const waitFor = ({ db, now }: Counter, limit: RequestLimit, subject: Subject): Promise<number> =>
  findWait(db, keyOf(limit, subject), limit, now())

const keyOf = ({ key }: RequestLimit, subject: Subject) =>
  `${key} ${typeof subject === 'string' ? clientNetwork(subject) : subject}`

const applies = ({ config }: Counter, { always = false }: RequestLimit) => always || config.rateLimits

const refusal = (
  { message = 'Too many requests. Please try again later.' }: RequestLimit,
  wait: number,
): HttpError => tooMany(wait / 1000, message)
