import type { FastifyRequest } from 'fastify'
import { forbidden } from './errors.ts'
import type { Viewer } from './viewer.ts'

/** Rejects what a program must not do in the name of its user: it could keep its access that way, or lock them out. */
export function rejectTokens(viewer: Viewer): void {
  if (viewer.token) throw forbidden('This can’t be done with an access token', 'not_for_tokens')
}

/** Rejects a call that the request's access token, if it has one, may not make. */
export function requireTokenMay(viewer: Viewer, { method, routeOptions }: FastifyRequest): void {
  const { isRead, sessionOnly } = routeOptions.config.endpoint ?? {}
  if (viewer.token?.readOnly && !isRead && method !== 'GET' && method !== 'HEAD')
    throw forbidden('This access token may only read', 'read_only_token')
  if (sessionOnly) rejectTokens(viewer)
}
