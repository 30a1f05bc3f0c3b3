import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Endpoint, EventOf, Query } from '#kit/contract/endpoint.ts'
import type { Deps } from '#kit/server/deps.ts'
import { routeOf } from '#kit/server/http/serve.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { Changed } from '#kit/server/jobs/changes-store.ts'
import type { Stream } from './streams.ts'

type EventEndpoint = Endpoint & { method: 'GET'; events: NonNullable<Endpoint['events']> }

/** The viewer who listens, and the query that says to what. */
export type Listener<E extends Endpoint> = {
  query: Query<E>
  viewer: E['access'] extends 'public' ? Viewer | undefined : Viewer
}

/** The source of a stream's events. */
type Source<E extends EventEndpoint> = {
  /** The topic that `announce` gets. */
  topic: string
  /** The first event, with the complete state. It is sent again when changes may have been missed. */
  open: (listener: Listener<E>) => Promise<EventOf<E>>
  /** The events for these changes. Each is serialized once for all listeners that may have it (`isFor`). */
  changes: (ids: number[]) => Promise<(EventOf<E> & { isFor: (listener: Listener<E>) => boolean })[]>
}

/**
 * Registers a stream of the contract: the first event on connecting, then
 * one for each change that any process announces on the topic. Access
 * comes from the endpoint, and is checked again while the stream is open.
 */
export function serveEvents<const E extends EventEndpoint>(
  app: FastifyInstance,
  { changes, log }: Pick<Deps, 'changes' | 'log'>,
  endpoint: E,
  source: Source<E>,
): void {
  // While the first event of a stream is being read, changes wait and are sent after it.
  type Open = { stream: Stream; waiting: (() => Buffer)[] | null }
  const opened = new Set<Open>()
  const listenerOf = ({ stream }: Open) =>
    ({ query: stream.request.query, viewer: stream.viewer }) as Listener<E>
  const frame = ({ event, data }: EventOf<E>) => {
    const json = JSON.stringify(endpoint.events[event]?.parse(data))
    return () => Buffer.from(`id: ${app.streams.nextId()}\nevent: ${event}\ndata: ${json}\n\n`)
  }
  const sendAgain = async (open: Open) => {
    const first = frame(await source.open(listenerOf(open)))
    if (open.waiting) open.waiting.push(first)
    else open.stream.write(first())
  }
  const send = async (changed: Changed) => {
    if (changed === 'all') {
      for (const open of opened) await sendAgain(open)
      return
    }
    for (const { isFor, ...event } of await source.changes(changed)) {
      const text = frame(event as unknown as EventOf<E>)
      const shared = text()
      for (const open of opened) {
        if (!isFor(listenerOf(open))) continue
        if (open.waiting) open.waiting.push(text)
        else open.stream.write(shared)
      }
    }
  }
  const sendOrEnd = (changed: Changed) =>
    send(changed).catch((error: unknown) => {
      log.error({ err: error }, 'events could not be sent')
      // The streams have missed something. Clients connect again and then get everything.
      for (const { stream } of opened) stream.end()
    })

  let listening: Promise<() => void> | undefined
  const forget = (open: Open) => {
    opened.delete(open)
    if (opened.size > 0) return
    listening?.then(stop => stop()).catch(() => undefined)
    listening = undefined
  }

  app.route({
    ...routeOf(endpoint),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const response = reply.raw
      const open: Open = { stream: app.streams.open(request, response, endpoint.access), waiting: [] }
      opened.add(open)
      response.once('close', () => forget(open))
      listening ??= changes.listen(source.topic, sendOrEnd)
      const first = await listening
        .then(() => source.open(listenerOf(open)))
        .then(frame)
        .catch((error: unknown) => {
          forget(open)
          throw error
        })
      reply.hijack()
      if (response.writableEnded || response.destroyed) return
      response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers })
      response.write(`retry: ${retryMs}\n`)
      open.stream.write(first())
      const { waiting } = open
      open.waiting = null
      for (const text of waiting ?? []) open.stream.write(text())
    },
  })
}

const retryMs = 3_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must not hold lines back to compress or collect them.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}
