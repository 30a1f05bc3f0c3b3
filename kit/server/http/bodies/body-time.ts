import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minutes } from '#kit/rules/units.ts'

/** The longest that any request may take to arrive; only a large upload over a slow line needs that much. */
export const maxUploadTime = 5 * minutes

/**
 * Disconnects clients that take longer than this to send a body, unless `stopBodyTimer` gives an upload
 * `maxUploadTime`.
 */
export function limitBodyTime(app: FastifyInstance, limit = 1 * minutes): void {
  app.decorateRequest('bodyTimer', undefined)
  app.addHook('onRequest', async request => {
    const { raw } = request
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    request.bodyTimer = setTimeout(() => hangUp(request), limit).unref()
    raw.once('close', () => stopBodyTimer(request))
  })
}

export function stopBodyTimer(request: FastifyRequest): void {
  clearTimeout(request.bodyTimer)
}

// Node's own server responds to a request that takes too long in the same way. An injected request, without a
// socket, is never incomplete.
function hangUp({ raw }: FastifyRequest): void {
  if (raw.complete !== false) return
  raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => raw.socket.destroy())
}

declare module 'fastify' {
  interface FastifyRequest {
    bodyTimer: NodeJS.Timeout | undefined
  }
}
