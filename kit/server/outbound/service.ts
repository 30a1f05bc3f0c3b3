import * as z from 'zod/mini'
import { megabytes } from '#kit/rules/units.ts'
import { readWithin } from '#kit/server/within-limit.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { explainTls } from './explain-tls.ts'
import { type Fetch, PrivateAddress } from './public-request.ts'
import { invalidResponse, ServiceError } from './service-error.ts'

export type Service = ReturnType<typeof createService>

type ServiceOptions = {
  /** The display name, such as 'Yelp'. */
  name: string
  /** The base URL for all paths. */
  url: string
  /** Adds the key to a request. */
  authorize: (request: { url: URL; headers: Headers }) => void
  /** How long a call may take until its last byte, in milliseconds. */
  timeLimit?: number
  /** How many seconds to wait after a rate limit error without Retry-After. */
  defaultRetryAfter?: number
  /** The maximum size of a response, in bytes after decompression. */
  maxBytes?: number
  /** The statuses that mean that the service is too busy, and the error message for our client. */
  busy?: { statuses: number[]; message: string }
  /** The current time in milliseconds; by default, `performance.now()`. */
  now?: (() => number) | undefined
  /** Sends the request. Use `publicFetch` for a URL that a user entered. */
  fetch?: Fetch
}

type CallOptions = {
  /** Aborts the call before its own time limit, such as an `AbortSignal.timeout` that several calls share. */
  signal?: AbortSignal
  /** The statuses that mean that the item does not exist. */
  absent?: number[]
  /** What a status 4xx means, by its body, if it isn't what it usually means. */
  refusal?: (status: number, text: string) => ServiceError | null
}

const defaultTimeLimit = 8_000
const defaultMaxBytes = 4 * megabytes

/**
 * A client of one external service. A call ends within its time limit, limits the size of the response, follows no
 * redirects and throws only ServiceError. The service's own error messages are not passed on, because they may contain the
 * key, unless `refusal` picks something.
 */
export function createService({
  name,
  url,
  authorize,
  timeLimit = defaultTimeLimit,
  defaultRetryAfter = 60,
  maxBytes = defaultMaxBytes,
  busy,
  now,
  fetch = globalThis.fetch,
}: ServiceOptions) {
  const breaker = createCircuitBreaker(now ?? (() => performance.now()))

  /** Returns the validated JSON of the response, or null if the item does not exist. */
  const getJson = <T>(path: string, query: Query, schema: z.ZodMiniType<T>, options?: CallOptions) =>
    request(path, { query }, text => schema.parse(JSON.parse(text)), options)

  /** The same with POST. */
  const postJson = <T>(path: string, body: RequestBody, schema: z.ZodMiniType<T>, options?: CallOptions) =>
    request(path, { body }, text => schema.parse(JSON.parse(text)), options)

  /** The same for a service that responds with text. `read` throws a SyntaxError if the text makes no sense. */
  const postForText = <T = string>(
    path: string,
    body: RequestBody,
    options?: CallOptions,
    read: (text: string) => T = text => text as T,
  ) => request(path, { body, accept: '*/*' }, read, options)

  async function request<T>(
    path: string,
    content: Content,
    parse: (text: string) => T,
    options: CallOptions = {},
  ): Promise<T | null> {
    const retryAfter = breaker.secondsToWait()
    if (retryAfter > 0)
      throw new ServiceError(
        'unreachable',
        503,
        `${name} has failed repeatedly. Please try again in a minute.`,
        { retryAfter },
      )
    try {
      const text = await exchange(path, content, options)
      const found = text === null ? null : parse(text)
      breaker.succeeded()
      return found
    } catch (error) {
      const failure = toServiceError(error)
      // Our request was wrong, but the service works.
      if (failure.failure === 'rejected') breaker.succeeded()
      // Rate limits come with their own wait, and the others fail fast, so none of them opens the circuit.
      else if (!['limit reached', 'key refused', 'untrusted'].includes(failure.failure)) breaker.failed()
      throw failure
    }
  }

  async function exchange(
    path: string,
    { query = {}, body, accept = 'application/json' }: Content,
    { signal, absent = [404], refusal }: CallOptions,
  ): Promise<string | null> {
    const request = { url: new URL(`${url.replace(/\/$/, '')}${path}`), headers: new Headers() }
    for (const [key, value] of Object.entries(query)) {
      if (value !== undefined) request.url.searchParams.set(key, String(value))
    }
    request.headers.set('accept', accept)
    const isForm = body instanceof URLSearchParams || body instanceof FormData
    if (body && !isForm) request.headers.set('content-type', 'application/json')
    authorize(request)
    const response = await fetch(request.url, {
      ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
      headers: request.headers,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeLimit), ...(signal ? [signal] : [])]),
    })
    try {
      if (refusal && response.status >= 400 && response.status < 500) {
        const text = await readBytes(response, maxBytes).catch(() => '')
        const error = refusal(response.status, text.toString())
        if (error) throw error
      }
      if (absent.includes(response.status)) return null
      expectSuccess(response)
      return (await readBytes(response, maxBytes)).toString('utf8')
    } finally {
      await response.body?.cancel().catch(() => undefined)
    }
  }

  function expectSuccess({ status, headers }: Response): void {
    if (status >= 200 && status < 300) return
    if (busy?.statuses.includes(status)) {
      const retryAfter = secondsUntil(headers.get('retry-after'), defaultRetryAfter)
      throw new ServiceError('limit reached', 503, busy.message, { retryAfter })
    }
    if (status === 401 || status === 403) throw failures.keyRefused()
    if (status === 429)
      throw failures.limitReached(secondsUntil(headers.get('retry-after'), defaultRetryAfter))
    if (status === 400 || status === 422)
      throw new ServiceError('rejected', 400, `${name} could not make sense of the request.`)
    throw status >= 500 ? failures.unreachable() : failures.unusable()
  }

  const failures = {
    unreachable: () =>
      new ServiceError('unreachable', 502, `${name} can’t be reached right now. Please try again later.`),
    tooSlow: () =>
      new ServiceError('too slow', 504, `${name} did not answer in time. Please try again later.`),
    keyRefused: () => new ServiceError('key refused', 503, `${name} does not accept the configured key.`),
    limitReached: (seconds: number) =>
      new ServiceError(
        'limit reached',
        503,
        `${name} allows no more requests for now. Please try again later.`,
        {
          retryAfter: seconds,
        },
      ),
    // Not 'rejected': a captive portal or a restarting resolver leads all names there for a while.
    privateAddress: () =>
      new ServiceError('unreachable', 400, `${name} is on a private network, where nothing is sent.`),
    unusable: () => invalidResponse(name),
  }

  function toServiceError(error: unknown): ServiceError {
    if (error instanceof ServiceError) return error
    if (error instanceof Error && error.name === 'TimeoutError') return failures.tooSlow()
    if (error instanceof PrivateAddress) return failures.privateAddress()
    const isUnusable =
      error instanceof SyntaxError || error instanceof z.core.$ZodError || error instanceof TooLarge
    if (isUnusable) return failures.unusable()
    const tls = explainTls(error, name.replace(/^The /, 'the '))
    return tls
      ? new ServiceError('untrusted', 502, `${tls.error}. ${tls.instruction}`)
      : failures.unreachable()
  }

  return { name, getJson, postJson, postForText }
}

/** A request body: form fields, a multipart form with files, or anything else, which is sent as JSON. */
export type RequestBody = URLSearchParams | FormData | { [field: string]: unknown }

type Content = { query?: Query; body?: RequestBody; accept?: string }
type Query = Record<string, string | number | undefined>

class TooLarge extends Error {}

/** Reads the whole body. Throws if it is longer than the limit, regardless of its Content-Length. */
export const readBytes = async ({ body }: Response, limit: number): Promise<Buffer> =>
  body ? readWithin(body, limit, () => new TooLarge('the reply is too large')) : Buffer.alloc(0)

/** Parses Retry-After, in seconds or as a date. Returns seconds, at least one and at most an hour. */
export function secondsUntil(retryAfter: string | null, defaultSeconds = 60): number {
  if (retryAfter === null) return defaultSeconds
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? defaultSeconds : Math.min(3600, Math.max(1, Math.ceil(seconds)))
}
