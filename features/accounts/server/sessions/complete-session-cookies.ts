import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '#kit/server/database/drivers/dialect.ts'
import type { Deps } from '#kit/server/deps.ts'
import { resolveSession } from './resolve-viewer.ts'
import {
  clearSessionCookie,
  isViewerCookieCurrent,
  readSessionCookie,
  setViewerCookie,
} from './session-cookie.ts'

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
