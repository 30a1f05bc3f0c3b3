import type { FastifyReply, FastifyRequest } from 'fastify'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { minutes } from '#kit/rules/units.ts'
import { isUnavailable } from '#kit/server/database/drivers/dialect.ts'
import { workIfAvailable } from '#kit/server/database/locks.ts'
import { change } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readOwnerVersion } from '#kit/server/database/versions-store.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { Credentials } from '../../sessions-contract.ts'
import { findByPassword, mayUsePassword } from '../password/password-sign-in.ts'
import { resolveBearer } from '../tokens/resolve-bearer.ts'
import { hashToken } from '../tokens/tokens.ts'
import { isDisabled, isUnverified } from '../users/account-state.ts'
import {
  clearSessionCookie,
  isViewerCookieCurrent,
  readSessionCookie,
  sessionLimits,
  setViewerCookie,
} from './session-cookie.ts'
import { saveSignInDay } from './start-session.ts'

const touchAfter = 5 * minutes

/**
 * The user who makes a request, by session cookie, or else by access token or HTTP Basic; null if no one is signed in.
 * Throws 401 for an access token that is wrong, ended or expired.
 */
export async function resolveViewer(deps: Deps, request: FastifyRequest): Promise<Viewer | null> {
  const bySession = await resolveSession(deps, request)
  if (bySession || request.headers.authorization === undefined) return bySession
  const byToken = await resolveBearer(deps, request)
  if (!byToken) return resolveBasic(deps, request)
  const { user, ownVersion, token } = byToken
  return toViewer(user, { sessionHash: null, ownVersion, token })
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
