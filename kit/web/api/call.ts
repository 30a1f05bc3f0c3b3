import { addressOf, type CallInput, type Endpoint, type Reply } from '#kit/contract/endpoint.ts'
import { logout } from '#kit/contract/logout.ts'
import { timeZoneHeader } from '#kit/contract/time-zone-header.ts'
import { noteServerTime } from '#kit/web/browser/server-clock.ts'
import { takeEarlyReply } from './early-replies.ts'
import { isOwnReply } from './own-reply.ts'
import { hasLeft, storedCredentials } from './viewer-cookie.ts'

/**
 * An error response of our server (`status` is the HTTP status), or a server that can't be reached (`status` 0). That
 * includes every response of something in between, whatever its status; its body is never shown.
 */
export class ApiError extends Error {
  readonly status: number
  /** The other fields of the response: `errors`, `details`, `needsVerification` … */
  readonly extra: Record<string, unknown>

  constructor(status: number, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.extra = extra
  }

  /** The errors of form fields, by path. */
  get fieldErrors(): { path: string; message: string }[] {
    const { errors } = this.extra
    return Array.isArray(errors) ? errors.filter(isFieldError) : []
  }

  /** The server's message; null if it sent none or wasn't reached. */
  get serverMessage(): string | null {
    return this.status === 0 || this.message.startsWith(`${this.status}: `) ? null : this.message
  }

  /** What to tell the user: the server's message, or that it can't be reached; null if its response has no message. */
  get reason(): string | null {
    return this.serverMessage ?? (this.isConnectionLoss ? unreachable : null)
  }

  /** After how many milliseconds a busy server wants a retry; null if it isn't busy or doesn't say. */
  get busyFor(): number | null {
    const { retryAfter } = this.extra
    return this.status === 503 && typeof retryAfter === 'number' ? retryAfter * 1000 : null
  }

  get isConnectionLoss(): boolean {
    return this.status === 0
  }
}

const unreachable = 'The server can’t be reached. Please check your connection.'
const proxyLimit =
  'A proxy in front of the server refused this because of its size. Whoever runs the server can raise the proxy’s limit (in nginx: client_max_body_size).'

const isFieldError = (item: Partial<Record<string, unknown>> | null) =>
  typeof item?.path === 'string' && typeof item.message === 'string'

/** Another field of the server's error response; undefined for anything else that was thrown. */
export function errorField(error: unknown, name: string): unknown {
  return error instanceof ApiError ? error.extra[name] : undefined
}

/** The server's message in anything that was thrown; null if it sent none or wasn't reached. */
export function serverMessage(error: unknown): string | null {
  return error instanceof ApiError ? error.serverMessage : null
}

export interface CallRequest {
  method: string
  headers: Record<string, string>
  body: XMLHttpRequestBodyInit | null
  signal: AbortSignal | null
}

export interface CallOptions {
  signal?: AbortSignal
  /** Called with the status and headers of a successful response. */
  onReply?: (response: Response) => void
  /** Sends the request instead of `fetch`; see upload-with-progress.ts. */
  send?: (address: string, request: CallRequest) => Promise<Response>
  /** The timeout of a read, in milliseconds. */
  timeout?: number
}

/** Calls an endpoint. Throws an ApiError if anything goes wrong, an AbortError if the caller aborted. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  if (endpoint.path !== logout.path && hasLeft()) await endLeftSession()
  const { body, file, ...address } = (input ?? {}) as { body?: unknown; file?: Blob }
  const headers: Record<string, string> = {}
  // Not of reads: a browser's first date format would delay the page's requests.
  if (endpoint.method !== 'GET') headers[timeZoneHeader] = Intl.DateTimeFormat().resolvedOptions().timeZone
  const credentials = storedCredentials()
  if (credentials !== null) headers.authorization = `Basic ${credentials}`
  const form = file && endpoint.upload ? formOf(body, endpoint.upload.field, await file) : null
  if (!form && body !== undefined) headers['content-type'] = 'application/json'

  const request: CallRequest = {
    method: endpoint.method,
    headers,
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
    signal: signalOf(endpoint, options),
  }
  const url = addressOf(endpoint, address)
  const early = endpoint.method === 'GET' ? takeEarlyReply(url)?.catch(connectionLoss) : undefined
  const response = await (early ?? (options.send ?? fetch)(url, request).catch(connectionLoss))
  if (!isOwnReply(response)) throw foreign(response)
  if (!early) noteServerTime(Date.parse(response.headers.get('date') ?? ''), 2_000)
  const text = await read(response)
  if (!response.ok) throw errorOf(response, text)
  // What was cut short or changed on its way isn't a reply of our server either.
  const json = response.status === 204 ? noContent : parse(text)
  if (!json) throw new ApiError(0, unreachable)
  options.onReply?.(response)
  return json.value as Reply<E>
}

let ending: Promise<void> | undefined

/** The session that was left without the server is ended before anything else is asked. */
function endLeftSession(): Promise<void> {
  const end = async () => {
    const reply = await call(logout, undefined, { signal: AbortSignal.timeout(defaultTimeout) }).catch(
      connectionLoss,
    )
    if (reply) location.assign(reply.endSessionUrl)
  }
  ending ??= end().finally(() => {
    ending = undefined
  })
  return ending
}

const read = (response: Response): Promise<string> => response.text().catch(connectionLoss)

function connectionLoss(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new ApiError(0, unreachable)
}

// In milliseconds. A read that hangs on a bad connection can be retried. Writes may take long, so they have
// no timeout.
const defaultTimeout = 30_000

function signalOf(endpoint: Endpoint, { signal, timeout = defaultTimeout }: CallOptions): AbortSignal | null {
  if (endpoint.method !== 'GET') return signal ?? null
  const tooLate = AbortSignal.timeout(timeout)
  return signal ? eitherOf(signal, tooLate) : tooLate
}

/** `AbortSignal.any`, which our oldest browsers lack. */
function eitherOf(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal })
  }
  return either.signal
}

function foreign(response: Response): ApiError {
  console.warn(response.status, response.url, 'is not a response of our server')
  void response.body?.cancel().catch(() => undefined)
  return response.status === 413 ? new ApiError(413, proxyLimit) : new ApiError(0, unreachable)
}

function errorOf(response: Response, text: string): ApiError {
  // Expected responses (not signed in, nothing there yet) would only clutter the console.
  if (response.status !== 401 && response.status !== 404) console.warn(response.status, response.url, text)
  const json = parse(text)?.value as { message?: unknown } | null | undefined
  if (typeof json?.message !== 'string') {
    return new ApiError(response.status, `${response.status}: ${text || response.statusText}`)
  }
  const { message: _, ...extra } = json
  const retryAfter = Number(response.headers.get('retry-after'))
  return new ApiError(response.status, json.message, { ...extra, ...(retryAfter > 0 && { retryAfter }) })
}

const noContent = { value: undefined }

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

function formOf(fields: unknown, field: string, file: Blob): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, String(value))
  form.set(field, file)
  return form
}
