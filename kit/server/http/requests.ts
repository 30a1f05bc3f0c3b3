import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'
import { wasShed } from './limits/shed-load.ts'

/** A request whose reply was sent, or whose client has disconnected. */
type EndedRequest = {
  request: FastifyRequest
  method: string
  /** The path template, never the address itself. */
  route: string
  /** 499 if the client disconnected before it had the reply. */
  status: number
  milliseconds: number
  /** The error that was answered with a status of 500 or more. */
  failure: unknown
  /** A stream of server-sent events lasts as long as someone listens. */
  isStream: boolean
}

type Observer = (ended: EndedRequest) => void

const clientClosed = 499

/** Adds the id of every request to its reply, and tells the observers of `app.onRequestEnd` how each one ended. */
export function trackRequests(app: FastifyInstance): void {
  const observers: Observer[] = []
  app.decorate('onRequestEnd', (observer: Observer) => {
    observers.push(observer)
  })
  app.decorate('followRequest', (request: FastifyRequest, reply: FastifyReply) => {
    const started = performance.now()
    reply.header('x-request-id', request.id)
    reply.raw.once('close', () => {
      const { config } = request.routeOptions
      const isStream = config?.isStream ?? false
      const wasReceived = reply.raw.writableFinished || isStream || request.failure !== undefined
      const ended = {
        request,
        method: request.method,
        route: routeOf(request),
        status: wasReceived ? reply.raw.statusCode : clientClosed,
        milliseconds: performance.now() - started,
        failure: request.failure,
        isStream: isStream && request.failure === undefined,
      }
      for (const observer of observers) observer(ended)
    })
  })
  app.addHook('onRequest', async (request, reply) => app.followRequest(request, reply))
}

/** The id that a proxy gave a request, if it is safe to log, or else a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,100}$/.test(given) ? given : randomUUID()
}

// All files of the web application count as one route: some have a route of their own, those of the build share one.
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'unknown'
  if (url.startsWith('/api/docs')) return '/api/docs'
  if (url === '/assets/*') return 'file'
  return !url.startsWith('/api/') && /\.\w+$/.test(url) ? 'file' : url
}

/**
 * Logs one line for each request that failed or was slow, and all others at level debug. Never logs
 * addresses, queries, headers or bodies.
 */
export function logRequests(app: FastifyInstance): void {
  app.onRequestEnd(({ request: { log }, method, route, status, milliseconds, failure, isStream }) => {
    const facts = { method, route, status, ms: Math.round(milliseconds) }
    if (wasShed(failure)) log.debug(facts, 'request')
    else if (status >= 500) {
      // A deliberate rejection, such as "busy", has nothing that a stack would explain.
      if (failure instanceof HttpError)
        log.warn({ ...facts, reason: failure.message, err: failure.cause }, 'request failed')
      else log.error({ ...facts, err: failure }, 'request failed')
    } else if (status >= 400 && !expectedStatuses.has(status)) log.info(facts, 'request failed')
    else if (milliseconds > slow && !isStream) log.warn(facts, 'slow request')
    else log.debug(facts, 'request')
  })
}

const slow = 1_000

/**
 * Not worth a line: pages that ask whether anyone is signed in, scanners that look for other programs, two
 * people who edit the same thing, clients that disconnect.
 */
const expectedStatuses = new Set([401, 404, 409, 410, clientClosed])

declare module 'fastify' {
  interface FastifyContextConfig {
    isStream?: boolean
  }
  interface FastifyInstance {
    onRequestEnd: (observer: Observer) => void
    /** For requests that no hook sees. */
    followRequest: (request: FastifyRequest, reply: FastifyReply) => void
  }
}
