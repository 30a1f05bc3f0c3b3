import DataLoader from 'dataloader'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { minutes } from '#kit/rules/units.ts'
import { isUnavailable } from '#kit/server/database/drivers/dialect.ts'
import { prepared } from '#kit/server/database/drivers/prepared.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { workIfAvailable } from '#kit/server/database/locks.ts'
import { change } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readOwnerVersion } from '#kit/server/database/versions.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { countOrRefuse, type RequestLimit } from '#kit/server/http/limits/request-limits.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { Credentials } from '../../sessions-contract.ts'
import { findByPassword, mayUsePassword } from '../password/password-sign-in.ts'
import { hashToken } from '../tokens/tokens.ts'
import { isDisabled, isUnverified } from '../users/account-state.ts'
import {
  clearSessionCookie,
  isViewerCookieCurrent,
  readSessionCookie,
  saveSignInDay,
  sessionLimits,
  setViewerCookie,
} from './session.ts'

const touchAfter = 5 * minutes

/** Begins every access token, so that people and scanners of secrets recognize one. */
export const tokenPrefix = 'ct_'

/** As many as wrong passwords. A valid token is never rejected, because no one can guess one. */
const wrongTokens: RequestLimit = { key: 'wrong access tokens of', max: 100, milliseconds: 10 * minutes }

/**
 * The user who makes a request, by session cookie, or else by access token or HTTP Basic; null if no one is signed in.
 * Throws 401 for an access token that is wrong, ended or expired.
 */
export async function resolveViewer(deps: Deps, request: FastifyRequest): Promise<Viewer | null> {
  const bySession = await resolveSession(deps, request)
  if (bySession || request.headers.authorization === undefined) return bySession
  return (await resolveBearer(deps, request)) ?? resolveBasic(deps, request)
}

/** The user who is signed in by the session cookie. */
async function resolveSession(deps: Deps, request: FastifyRequest): Promise<Viewer | null> {
  const { config, db, findSession, now } = deps
  const token = readSessionCookie(config, request)
  if (!token) return null
  const sessionHash = hashToken(token)
  const found = await findSession(sessionHash)
  if (!found || isDisabled(found)) return null
  const { sessionCreatedAt, sessionLastSeenAt, ownVersion, ...user } = found
  const time = now().getTime()
  const idle = time - Date.parse(sessionLastSeenAt)
  if (idle > sessionLimits.idle || time - Date.parse(sessionCreatedAt) > sessionLimits.absolute) return null
  // Reads must not fail or wait because a disk accepts no writes, or because a restore holds all tables.
  if (idle > touchAfter) {
    const today = localDate(now(), config.timeZone)
    const isNewDay = localDate(new Date(sessionLastSeenAt), config.timeZone) !== today
    const touch = async (tx: Db) => {
      await change(tx, 'sessions', { tokenHash: sessionHash }, { lastSeenAt: now().toISOString() })
      if (isNewDay) await saveSignInDay(tx, user.id, today)
    }
    await workIfAvailable(db, touch)
  }
  return toViewer(user, { sessionHash, ownVersion: ownVersion ?? 0, token: null })
}

/** The user of the access token that a request carries; null if it carries none. Throws 401 for a wrong one. */
async function resolveBearer(deps: Deps, request: FastifyRequest): Promise<Viewer | null> {
  const { db, now } = deps
  const { authorization = '' } = request.headers
  // Anything else after it, or nothing, is a wrong token.
  if (!/^Bearer( |$)/i.test(authorization)) return null
  const token = authorization.slice('Bearer'.length).trim()
  const found = token.startsWith(tokenPrefix) ? await findWithUser(db, hashToken(token)) : undefined
  const time = now().toISOString()
  if (!found || found.expiresAt <= time || isDisabled(found)) {
    await countOrRefuse(deps, wrongTokens, request.ip)
    throw invalidToken()
  }
  const { tokenId, readOnly, expiresAt: _, lastUsedAt, ownVersion, ...user } = found
  if (lastUsedAt === null || now().getTime() - Date.parse(lastUsedAt) > touchAfter)
    // As with sessions, reads must not fail or wait because nothing can be written.
    await workIfAvailable(db, async tx => {
      await change(tx, 'accessTokens', { id: tokenId }, { lastUsedAt: time })
    })
  return toViewer(user, { sessionHash: null, ownVersion: ownVersion ?? 0, token: { id: tokenId, readOnly } })
}

const findWithUser = (db: Db, tokenHash: string) =>
  db
    .selectFrom('accessTokens')
    .innerJoin('users', 'users.id', 'accessTokens.userId')
    .leftJoin('ownerVersions', 'ownerVersions.userId', 'accessTokens.userId')
    .selectAll('users')
    .select([
      'accessTokens.id as tokenId',
      'accessTokens.readOnly',
      'accessTokens.expiresAt',
      'accessTokens.lastUsedAt',
      'ownerVersions.version as ownVersion',
    ])
    .where('accessTokens.tokenHash', '=', tokenHash)
    .executeTakeFirst()

const invalidToken = () =>
  new HttpError(401, 'The access token is wrong, ended or expired', {
    code: 'invalid_token',
    authenticate: 'Bearer error="invalid_token"',
  })

async function resolveBasic(deps: Deps, request: FastifyRequest): Promise<Viewer | null> {
  const credentials = readBasic(request.headers.authorization)
  if (!credentials || !(await mayUsePassword(deps, credentials.email))) return null
  const user = await findByPassword(deps, request, credentials)
  if (!user || isDisabled(user) || isUnverified(user)) return null
  const ownVersion = await readOwnerVersion(deps.db, user.id)
  return toViewer(user, { sessionHash: null, ownVersion, token: null })
}

function readBasic(header: string | undefined): Credentials | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(header ?? '') ?? []
  if (!encoded) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return null
  const input = { email: text.slice(0, colon), password: text.slice(colon + 1) }
  return Credentials.safeParse(input).data ?? null
}

function toViewer(
  { passwordHash: _, ...user }: Row<'users'>,
  more: Pick<Viewer, 'sessionHash' | 'ownVersion' | 'token'>,
): Viewer {
  return { ...user, ...more }
}

/**
 * Sends the viewer cookie with the page if a session lacks it (because it is older than this cookie), and
 * removes the cookies of a session that has ended.
 */
export async function completeSessionCookies(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (isViewerCookieCurrent(deps.config, request)) return
  try {
    const token = readSessionCookie(deps.config, request)
    const viewer = token ? await resolveSession(deps, request) : null
    if (token && viewer) setViewerCookie(deps.config, reply, { token, userId: viewer.id })
    else clearSessionCookie(deps.config, reply)
  } catch (error) {
    // The page itself needs no database, and shows on its own that the server has trouble.
    if (!isUnavailable(error)) throw error
  }
}

type SessionUser = Row<'users'> & {
  sessionCreatedAt: string
  sessionLastSeenAt: string
  ownVersion: number | null
}

/** Finds the user of a session by its token's hash, never from data older than the call. */
export type SessionFinder = (tokenHash: string) => Promise<SessionUser | undefined>

/**
 * Every request looks up its user. All requests that arrive in one turn of the event loop share one
 * statement. Nothing is cached, so disabling or signing out a user takes effect at the next request
 * (docs/decisions/0052-statements-of-every-request.md).
 */
export function createSessionFinder(db: Db): SessionFinder {
  const loader = new DataLoader(
    (tokenHashes: readonly string[]) => findSessionUsers(db, tokenHashes),
    // Immediates run once all sockets with pending data have been read.
    { cache: false, batchScheduleFn: find => void setImmediate(find) },
  )
  return tokenHash => loader.load(tokenHash)
}

const findSessions = prepared<{ tokenHashes: readonly string[] }>()((db, value) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('ownerVersions', 'ownerVersions.userId', 'sessions.userId')
    .selectAll('users')
    .select([
      'sessions.tokenHash',
      'sessions.createdAt as sessionCreatedAt',
      'sessions.lastSeenAt as sessionLastSeenAt',
    ])
    .select('ownerVersions.version as ownVersion')
    .where(indexedIn(db, 'sessions.tokenHash', value('tokenHashes'))),
)

/** The users of these sessions, in the same order. */
async function findSessionUsers(
  db: Db,
  tokenHashes: readonly string[],
): Promise<(SessionUser | undefined)[]> {
  const found = new Map<string, SessionUser>()
  for (const { tokenHash, ...user } of await findSessions(db, { tokenHashes })) found.set(tokenHash, user)
  return tokenHashes.map(tokenHash => found.get(tokenHash))
}
