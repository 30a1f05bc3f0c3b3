import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { HttpError } from './errors.ts'
import { isApiRequest } from './is-api-request.ts'

/** How long those that arrived together may wait for each other, in milliseconds. */
const mostWait = 500
/** Behind fewer than these, something else is slow (a commit, a count over all ratings, the machine), which refusing calls wouldn't mend. */
const crowd = 100

/** One for all: an error with a stack of its own would cost more than all else of a refusal. */
const overloaded = new HttpError(503, 'The server is busy. Please try again in a moment.', { retryAfter: 2 })

/**
 * Refuses calls while more arrive than can be served. One turn of the event loop begins all that has arrived meanwhile, so
 * a turn that lasts is a queue, and its rest is refused at once. Pages, files and health checks are always served.
 */
export function shedLoad(app: FastifyInstance, { log, metrics }: Pick<Deps, 'log' | 'metrics'>): void {
  let begun = 0
  let refused = 0
  let since = 0
  const endTurn = () => {
    if (refused > 0) {
      log.warn({ refused, of: begun }, 'too many calls at once: some were refused')
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
    if (begun <= crowd || performance.now() - since < mostWait) return done()
    refused += 1
    done(overloaded)
  })
}

/** Whether a request was refused for the load; the log has one line for many of them. */
export const wasShed = (failure: unknown): boolean => failure === overloaded
