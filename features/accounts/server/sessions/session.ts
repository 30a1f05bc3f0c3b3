import { createHash } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { movePushDevices } from '#features/push/server/push-devices-store.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { days } from '#kit/rules/units.ts'
import type { Config } from '#kit/server/config/config.ts'
import { locked } from '#kit/server/database/locks.ts'
import { insert, lock, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notSignedIn } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { createToken, hashToken } from '../tokens/tokens.ts'
import { isDisabled } from '../users/account-state.ts'

const isHttps = (config: Config) => config.appUrl.startsWith('https:')

/** Browsers accept the __Host- prefix over https only; it keeps other hosts of the domain from setting the cookie. */
export const cookieName = (config: Config, name: string): string =>
  isHttps(config) ? `__Host-${name}` : name

/** Lax, because people come from links in emails, and back from the issuer of single sign-on. */
export const cookieAttributes = (config: Config) =>
  ({ sameSite: 'lax', path: '/', secure: isHttps(config) }) as const

/** A session ends when it was not used for 14 days, and after 30 in any case. */
export const sessionLimits = { idle: 14 * days, absolute: 30 * days }

export function readSessionCookie(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(config)]
}

/**
 * For the page's scripts, which can't read the session cookie: tells who is signed in and by which session.
 * So they request the right data immediately, and keep none of it for anyone else. It proves nothing, and the
 * server never trusts it.
 */
export function setViewerCookie(
  config: Config,
  reply: FastifyReply,
  { token, userId }: { token: string; userId: number },
): void {
  reply.setCookie(viewerNameOf(config), `${userId}.${fingerprintOf(token)}`, {
    ...cookieAttributes(config),
    maxAge: sessionLimits.absolute / 1000,
  })
}

/** Whether the two cookies of a browser belong to the same session, or are both missing. */
export function isViewerCookieCurrent(config: Config, request: FastifyRequest): boolean {
  const token = readSessionCookie(config, request)
  const fingerprint = request.cookies[viewerNameOf(config)]?.split('.')[1]
  return fingerprint === (token && fingerprintOf(token))
}

export function clearSessionCookie(config: Config, reply: FastifyReply): void {
  reply.clearCookie(nameOf(config), { ...cookieAttributes(config), httpOnly: true })
  reply.clearCookie(viewerNameOf(config), cookieAttributes(config))
}

/**
 * Removes everything of a session from a browser that others may use
 * next: its cookies, and the pictures that it caches for a year.
 */
export function clearBrowserData(config: Config, reply: FastifyReply): void {
  clearSessionCookie(config, reply)
  reply.header('clear-site-data', '"cache"')
}

/** Identifies a session; the token can't be derived from it. */
const fingerprintOf = (token: string): string =>
  createHash('sha256').update(`viewer ${token}`).digest('base64url').slice(0, 22)

const nameOf = (config: Config) => cookieName(config, 'session')
const viewerNameOf = (config: Config) => cookieName(config, 'viewer')

type NewSession = {
  request: FastifyRequest
  reply: FastifyReply
  userId: number
  /** The URL that ends the issuer's session from which this one came. */
  endSessionUrl?: string | null | undefined
}

/**
 * Gives the caller a new session in place of the one that the request presents. Call the returned function
 * after the commit to set the cookies.
 */
export async function startSession(
  tx: Db,
  { config, now }: Deps,
  { request, reply, userId, endSessionUrl = null }: NewSession,
): Promise<() => void> {
  const presented = readSessionCookie(config, request)
  const token = createToken()
  const tokenHash = hashToken(token)
  if (presented) {
    const former = hashToken(presented)
    await remove(tx, 'sessions', { tokenHash: former })
    await movePushDevices(tx, { from: former, to: tokenHash, userId })
  }
  const time = now().toISOString()
  await insert(tx, 'sessions', { tokenHash, userId, createdAt: time, lastSeenAt: time, endSessionUrl })
  await saveSignInDay(tx, userId, localDate(now(), config.timeZone))
  return () => {
    const maxAge = sessionLimits.absolute / 1000
    reply.setCookie(nameOf(config), token, { ...cookieAttributes(config), httpOnly: true, maxAge })
    setViewerCookie(config, reply, { token, userId })
  }
}

/** Records that a user was signed in on a local day. */
export async function saveSignInDay(db: Db, userId: number, day: string): Promise<void> {
  await db
    .insertInto('signInDays')
    .columns(['userId', 'day'])
    .expression(
      db
        .selectFrom('users')
        .select(['id', sql<string>`cast(${day} as text)`.as('day')])
        .where('id', '=', userId),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * Locks the viewer's account, and the session of this request, until the transaction ends. Throws if either has ended
 * since the request began: what gives access afterwards, such as a token, must not be added once access was revoked.
 */
export async function lockViewer(tx: Db, { id, sessionHash }: Viewer): Promise<Row<'users'>> {
  const [user] = await lock(tx, 'users', { id })
  if (!user || isDisabled(user)) throw notSignedIn()
  if (sessionHash === null) return user
  const session = await tx
    .selectFrom('sessions')
    .select('userId')
    .where('tokenHash', '=', sessionHash)
    .$call(locked(tx))
    .executeTakeFirst()
  if (session?.userId !== id) throw notSignedIn()
  return user
}
