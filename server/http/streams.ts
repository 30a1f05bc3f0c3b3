import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Access, mayAccess } from '#domain/roles.ts'
import { megabytes } from '#domain/units.ts'
import { HttpError } from './errors.ts'
import type { Viewer } from './viewer.ts'

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

const beatEvery = 20_000
const checkEvery = 3_000
const mostPerSession = 6
/** How many bytes a client may leave unread; one that falls further behind is disconnected and starts over. */
const mostUnread = 2 * megabytes

const heartbeat = Buffer.from(':\n\n')

type Held = Stream & { access: Access; owner: string }

/** Keeps open streams alive. Ends those of users who lose their access, and all of them when the server stops. */
export function holdStreams(app: FastifyInstance, now: () => Date): void {
  const streams = new Set<Held>()
  let isStopping = false
  let lastId = 0

  const open: Streams['open'] = (request, response, access) => {
    const { viewer } = request
    const owner = viewer ? (viewer.sessionHash ?? `user ${viewer.id}`) : `address ${request.ip}`
    const stream: Held = {
      request,
      access,
      owner,
      viewer: viewer ?? undefined,
      write: text => {
        if (response.writableLength > mostUnread) response.destroy()
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
    if (siblings.length > mostPerSession) siblings[0]?.end()
    if (isStopping) stream.end()
    return stream
  }

  const beat = setInterval(() => {
    for (const stream of streams) stream.write(heartbeat)
  }, beatEvery).unref()

  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    for (const stream of streams) {
      // A brief outage of the database signs no one out; a refusal, such as for a locked account, does.
      const viewer = await app
        .resolveViewer(stream.request)
        .catch(error => (error instanceof HttpError && error.status < 500 ? null : (stream.viewer ?? null)))
      if (mayAccess(viewer, stream.access)) stream.viewer = viewer ?? undefined
      else stream.end()
    }
    isChecking = false
  }
  const checks = setInterval(() => void check(), checkEvery).unref()

  app.addHook('preClose', async () => {
    isStopping = true
    clearInterval(beat)
    clearInterval(checks)
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
