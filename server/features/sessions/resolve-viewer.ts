import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { readSessionCookie, sessionLimits } from './session-cookie.ts'
import { findSessionUser, touchSession } from './sessions-store.ts'
import { hashToken } from './tokens.ts'

const touchAfter = 5 * 60 * 1000

/** Who makes a request, by its session cookie; null when nobody is signed in. */
export async function resolveViewer(deps: Deps, request: FastifyRequest): Promise<Viewer | null> {
  const { config, db, now } = deps
  const token = readSessionCookie(config, request)
  if (!token) return null
  const sessionHash = hashToken(token)
  const found = await findSessionUser(db, sessionHash)
  if (!found?.canLogin) return null
  const { sessionCreatedAt, sessionLastSeenAt, passwordHash: _, ...user } = found
  const time = now().getTime()
  const idle = time - Date.parse(sessionLastSeenAt)
  if (idle > sessionLimits.idle || time - Date.parse(sessionCreatedAt) > sessionLimits.absolute) return null
  if (idle > touchAfter) await touchSession(db, sessionHash, now().toISOString())
  return { ...user, sessionHash }
}
