import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minutes } from '#domain/units.ts'

/** The longest that any request may take to arrive; only a large upload over a slow line needs that much. */
export const uploadTime = 5 * minutes

/** Disconnects clients that take longer than this to send a body, unless `allowTime` gives an upload `uploadTime`. */
export function limitBodyTime(app: FastifyInstance, within = 1 * minutes): void {
  app.decorateRequest('bodyTimer', undefined)
  app.addHook('onRequest', async request => {
    const { raw } = request
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    request.bodyTimer = setTimeout(() => hangUp(request), within).unref()
    raw.once('close', () => allowTime(request))
  })
}

export function allowTime(request: FastifyRequest): void {
  clearTimeout(request.bodyTimer)
}

// Node's own server answers a request that takes too long in the same way. An injected request, without a
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
