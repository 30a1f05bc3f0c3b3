import { addressOf, type CallInput, type Endpoint, type Reply } from '#contract/endpoint.ts'
import { noteServerTime } from '#web/lib/server-clock.ts'
import { takeEarlyReply } from './early-replies.ts'
import { storedCredentials } from './viewer-cookie.ts'

/** An error response (`status` is the HTTP status), or a server that can't be reached (`status` 0). */
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
    return Array.isArray(this.extra.errors) ? this.extra.errors : []
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

  /** No response, or a gateway's instead of the server's. */
  get isConnectionLoss(): boolean {
    return [0, 502, 503, 504].includes(this.status) && this.serverMessage === null
  }
}

const unreachable = 'The server can’t be reached. Please check your connection.'

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
  const { body, file, ...address } = (input ?? {}) as { body?: unknown; file?: Blob }
  const headers: Record<string, string> = {}
  const credentials = storedCredentials()
  if (credentials !== null) headers.authorization = `Basic ${credentials}`
  const form = file && endpoint.upload ? formOf(body, endpoint.upload.field, file) : null
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
  if (!early) noteServerTime(Date.parse(response.headers.get('date') ?? ''), 2_000)
  const text = await read(response)
  if (!response.ok) throw errorOf(response, text)
  options.onReply?.(response)
  return (text === '' ? undefined : JSON.parse(text)) as Reply<E>
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
  return AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
}

function errorOf(response: Response, text: string): ApiError {
  // Expected responses (not signed in, nothing there yet) would only clutter the console.
  if (response.status !== 401 && response.status !== 404) console.warn(response.status, response.url, text)
  const json = parseObject(text)
  if (typeof json?.message !== 'string') {
    return new ApiError(response.status, `${response.status}: ${text || response.statusText}`)
  }
  const { message, ...extra } = json
  const retryAfter = Number(response.headers.get('retry-after'))
  return new ApiError(response.status, message as string, { ...extra, ...(retryAfter > 0 && { retryAfter }) })
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
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
