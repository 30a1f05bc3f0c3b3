import type { FastifyInstance } from 'fastify'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { isApiRequest } from '#kit/server/http/site/is-api-request.ts'

/** How long, in milliseconds, calls that arrived together may wait for each other. */
const maxTurnMs = 500
/**
 * With fewer calls than this, something else is slow (a commit, a count over all ratings, the machine), and
 * rejecting calls wouldn't help.
 */
const minCallsBeforeShedding = 100

/** Shared by all rejections: creating an error with its stack would cost more than everything else in a rejection. */
const overloaded = new HttpError(503, 'The server is busy. Please try again in a moment.', { retryAfter: 2 })

/**
 * Rejects calls while more arrive than can be served. One turn of the event loop starts all calls that have
 * arrived since the last one, so a long turn means a queue, and the rest of it is rejected immediately. Pages,
 * files and health checks are always served.
 */
export function shedLoad(app: FastifyInstance, { log, metrics }: Pick<Deps, 'log' | 'metrics'>): void {
  let begun = 0
  let refused = 0
  let since = 0
  const endTurn = () => {
    if (refused > 0) {
      log.warn({ refused, of: begun }, 'too many simultaneous calls: some were refused')
      metrics?.callsShed(refused)
    }
    begun = refused = 0
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isApiRequest(request)) return done()
    if (begun === 0) {
      since = performance.now()
      setImmediate(endTurn)
    }
    begun += 1
    if (begun <= minCallsBeforeShedding || performance.now() - since < maxTurnMs) return done()
    refused += 1
    done(overloaded)
  })
}

/** Whether a request was rejected because of overload; the log has one line for many of these. */
export const wasShed = (failure: unknown): boolean => failure === overloaded
