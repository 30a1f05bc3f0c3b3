import { setTimeout } from 'node:timers/promises'
import { HttpError } from '#kit/server/http/errors.ts'

/** How an external service failed. */
type ServiceFailure =
  | 'unreachable'
  | 'too slow'
  | 'untrusted'
  | 'key refused'
  | 'limit reached'
  | 'rejected'
  | 'invalid response'

/** A failed call to an external service, with the error response for our own client. */
export class ServiceError extends HttpError {
  readonly failure: ServiceFailure

  constructor(failure: ServiceFailure, status: number, message: string, extra?: Record<string, unknown>) {
    super(status, message, extra)
    this.failure = failure
  }
}

/** Whether the request was at fault, not the service. */
export const isRejected = (error: unknown): boolean =>
  error instanceof ServiceError && error.failure === 'rejected'

/** For a request about something that the service may not know. */
export async function nullIfRejected<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (isRejected(error)) return null
    throw error
  }
}

/** The seconds after which the service wants to be asked again, if its error says so. */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof ServiceError && typeof error.extra.retryAfter === 'number'
    ? error.extra.retryAfter
    : undefined

export const invalidResponse = (name: string) =>
  new ServiceError(
    'invalid response',
    502,
    `${name} sent a response that can’t be used. Please try again later.`,
  )

/** Asks again once a rate limit is over: at most so many times, and only if that takes no more than `longest` seconds. */
export async function retryLimited<T>(
  ask: () => Promise<T>,
  { attempts, longest, signal }: { attempts: number; longest: () => number; signal?: AbortSignal },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      const isLimit = error instanceof ServiceError && error.failure === 'limit reached'
      const seconds = isLimit ? Number(error.extra.retryAfter) : Number.NaN
      if (attempt === attempts || !(seconds <= longest())) throw error
      await setTimeout(seconds * 1000, undefined, { signal })
    }
  }
}
