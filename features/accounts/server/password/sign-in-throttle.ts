import type { FastifyRequest } from 'fastify'
import { write } from '#features/audit/server/write.ts'
import { minutes } from '#kit/rules/units.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type HttpError, tooMany } from '#kit/server/http/errors.ts'
import {
  countOne,
  findLock,
  findWait,
  forgetFailures,
  forgetFailuresBelow,
  type Limit,
  type LockRule,
  releaseAttempt,
  reserveAttempt,
} from '#kit/server/http/limits/throttles-store.ts'
import { clientNetwork } from '#kit/server/http/network/client-network.ts'

/** For one account from one network: a forgotten password costs a minute, guessing takes years. */
const lockRule: LockRule = {
  after: 5,
  shortest: minutes,
  longest: 15 * minutes,
  forgottenAfter: 60 * minutes,
}
/** For one account from everywhere, and for one network over all accounts. Only failures count. */
const failuresOfAccount: Limit = { max: 50, milliseconds: 60 * minutes }
const failuresOfNetwork: Limit = { max: 100, milliseconds: 10 * minutes }

type Attempt = {
  email: string
  request: Pick<FastifyRequest, 'ip' | 'headers'>
  /** What the audit log says about a failure. */
  details?: Record<string, string | null>
}

/**
 * Runs a check of a user's credentials under the sign-in throttle. A check that returns null has failed: it
 * is counted and recorded. One that throws (because the server is busy) is not counted. Unknown addresses
 * count like known ones.
 */
export async function throttled<T>(
  deps: Deps,
  { email, request, details = { email } }: Attempt,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const { config, metrics, now } = deps
  const keys = keysOf(email, request.ip)
  const checkOnce = async () => {
    if (config.rateLimits) await rejectIfExceeded(deps, keys)
    const result = await (config.rateLimits ? attempt(deps, keys.pair, check) : check())
    if (result !== null) return result
    // In one transaction, because each commit waits for the disk.
    await write(deps, { viewer: null, request }, async ({ tx, audit }) => {
      await audit('SIGN_IN_FAILED', details)
      if (!config.rateLimits) return
      await countOne(tx, keys.account, failuresOfAccount, now())
      await countOne(tx, keys.network, failuresOfNetwork, now())
    })
    metrics?.signInRefused('wrong')
    return null
  }
  return config.rateLimits ? runSerially(keys.pair, checkOnce) : checkOnce()
}

/**
 * Unlocks an account on all devices. For every way in which someone entitled gives it a new password or lets it in,
 * and for addresses that get an account. What a network has failed at stays counted.
 */
export const forgetSignInFailures = (tx: Db, email: string): Promise<void> =>
  forgetFailuresBelow(tx, accountKey(email))

const accountKey = (email: string) => `sign-in ${email}`
const keysOf = (email: string, ip: string) => {
  const [account, network] = [accountKey(email), clientNetwork(ip)]
  return { pair: `${account} ${network}`, account, network: `sign-in ${network}` }
}
type Keys = ReturnType<typeof keysOf>

async function attempt<T>(deps: Deps, key: string, check: () => Promise<T | null>): Promise<T | null> {
  const { db, now } = deps
  if (unreleased.has(key)) {
    await releaseAttempt(db, key)
    unreleased.delete(key)
  }
  if (!(await reserveAttempt(db, key, lockRule, now())))
    throw tooManyError(deps, await findLock(db, key, lockRule, now()))
  try {
    const result = await check()
    if (result !== null) await forgetFailures(db, key)
    return result
  } catch (error) {
    // Often the database itself has failed. The attempt must still not count: the password may be right.
    await releaseAttempt(db, key).catch(() => unreleased.add(key))
    throw error
  }
}

/** Attempts that count in the database although their check threw. The next attempt releases them first. */
const unreleased = new Set<string>()

async function rejectIfExceeded(deps: Deps, { account, network }: Keys): Promise<void> {
  const { db, now } = deps
  const wait = Math.max(
    await findWait(db, account, failuresOfAccount, now()),
    await findWait(db, network, failuresOfNetwork, now()),
  )
  if (wait > 0) throw tooManyError(deps, wait)
}

function tooManyError({ metrics }: Deps, milliseconds: number): HttpError {
  metrics?.signInRefused('throttled')
  return tooMany(milliseconds / 1000, 'Too many failed attempts. Please try again later.')
}

// A page may make a dozen simultaneous calls with correct credentials. They run one after the other, so that
// each one clears the attempt that it has reserved.
const queueTails = new Map<string, Promise<unknown>>()

async function runSerially<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = queueTails.get(key)
  const mine = Promise.resolve(before).then(work, work)
  const settled = mine.catch(() => undefined)
  queueTails.set(key, settled)
  try {
    return await mine
  } finally {
    if (queueTails.get(key) === settled) queueTails.delete(key)
  }
}
