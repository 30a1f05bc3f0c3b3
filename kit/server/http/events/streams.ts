import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Access, mayAccess } from '#kit/rules/roles.ts'
import { megabytes } from '#kit/rules/units.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'

/** One open stream of server-sent events. */
export type Stream = {
  readonly request: FastifyRequest
  /** The listening account in its current state; undefined on a stream for everyone. */
  viewer: Viewer | undefined
  write: (text: string | Buffer) => void
  end: () => void
}

type Streams = {
  /** Takes over a response. If its session then has too many streams, the oldest one ends. */
  open: (request: FastifyRequest, response: ServerResponse, access: Access) => Stream
  /** Ids that increase across all streams: the server's clock in milliseconds, or one more than the last. */
  nextId: () => number
  count: () => number
}

const heartbeatInterval = 20_000
const accessCheckInterval = 3_000
const maxPerSession = 6
/** How many bytes a client may leave unread; one that falls further behind is disconnected and starts over. */
const maxUnreadBytes = 2 * megabytes

const heartbeat = Buffer.from(':\n\n')

type OpenStream = Stream & { access: Access; owner: string }

/** Keeps open streams alive. Ends those of users who lose their access, and all of them when the server stops. */
export function manageStreams(app: FastifyInstance, now: () => Date): void {
  const streams = new Set<OpenStream>()
  let isStopping = false
  let lastId = 0

  const open: Streams['open'] = (request, response, access) => {
    const { viewer } = request
    const owner = viewer ? (viewer.sessionHash ?? `user ${viewer.id}`) : `address ${request.ip}`
    const stream: OpenStream = {
      request,
      access,
      owner,
      viewer: viewer ?? undefined,
      write: text => {
        if (response.writableLength > maxUnreadBytes) response.destroy()
        else if (response.headersSent && !response.writableEnded) response.write(text)
      },
      end: () => {
        streams.delete(stream)
        // Without its headers it must not look like a complete response.
        if (response.headersSent) response.end()
        else response.destroy()
      },
    }
    streams.add(stream)
    response.once('close', () => streams.delete(stream))
    const siblings = [...streams].filter(other => other.owner === owner)
    if (siblings.length > maxPerSession) siblings[0]?.end()
    if (isStopping) stream.end()
    return stream
  }

  const heartbeatTimer = setInterval(() => {
    for (const stream of streams) stream.write(heartbeat)
  }, heartbeatInterval).unref()

  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    for (const stream of streams) {
      // A brief outage of the database signs no one out; a rejection, such as for a locked account, does.
      const viewer = await app
        .resolveViewer(stream.request)
        .catch(error => (error instanceof HttpError && error.status < 500 ? null : (stream.viewer ?? null)))
      if (mayAccess(viewer, stream.access)) stream.viewer = viewer ?? undefined
      else stream.end()
    }
    isChecking = false
  }
  const checkTimer = setInterval(() => void check(), accessCheckInterval).unref()

  app.addHook('preClose', async () => {
    isStopping = true
    clearInterval(heartbeatTimer)
    clearInterval(checkTimer)
    for (const stream of streams) stream.end()
  })
  app.decorate('streams', {
    open,
    nextId: () => {
      lastId = Math.max(lastId + 1, now().getTime())
      return lastId
    },
    count: () => streams.size,
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    streams: Streams
  }
}
