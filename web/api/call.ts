import { addressOf, type CallInput, type Endpoint, type Reply } from '#contract/endpoint.ts'
import { takeEarlyReply } from './early-replies.ts'
import { uploadWithProgress } from './upload-with-progress.ts'
import { storedCredentials } from './viewer-cookie.ts'

/** A refusal by the server (`status` is HTTP's) or a server that can't be reached (`status` 0). */
export class ApiError extends Error {
  readonly status: number
  /** The other fields of the answer: `errors`, `details`, `needsVerification` … */
  readonly extra: Record<string, unknown>

  constructor(status: number, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.extra = extra
  }

  /** The sentence for one field of a form, by its path. */
  get fieldErrors(): { path: string; message: string }[] {
    return Array.isArray(this.extra.errors) ? this.extra.errors : []
  }

  /** The server's own words; null when it gave none, or wasn't reached. */
  get sentence(): string | null {
    return this.status === 0 || this.message.startsWith(`${this.status}: `) ? null : this.message
  }

  /** Nobody answered, or a gateway did in the server's place. */
  get isConnectionLoss(): boolean {
    return [0, 502, 503, 504].includes(this.status) && this.sentence === null
  }
}

export interface CallOptions {
  signal?: AbortSignal
  onHeaders?: (headers: Headers) => void
  /** Told how much of an upload has gone out, from 0 to 1. */
  onSent?: (share: number) => void
  /** How many milliseconds a read may take. */
  patience?: number
}

/** Makes one call of the contract. Throws an ApiError whatever goes wrong; where the caller broke it off, an AbortError. */
export async function call<E extends Endpoint>(
  row: E,
  input?: CallInput<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const { body, file, ...address } = (input ?? {}) as { body?: unknown; file?: Blob }
  const headers: Record<string, string> = {}
  const credentials = storedCredentials()
  if (credentials !== null) headers.authorization = `Basic ${credentials}`
  const form = file && row.upload ? formOf(body, row.upload.field, file) : null
  if (!form && body !== undefined) headers['content-type'] = 'application/json'

  const request = {
    method: row.method,
    headers,
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
    signal: signalOf(row, options),
  }
  const url = addressOf(row, address)
  const early = row.method === 'GET' ? takeEarlyReply(url)?.catch(connectionLoss) : undefined
  const response = await (early ?? reach(url, request, options.onSent))
  const text = await read(response)
  if (!response.ok) throw refusal(response, text)
  options.onHeaders?.(response.headers)
  return (text === '' ? undefined : JSON.parse(text)) as Reply<E>
}

const reach = (
  address: string,
  request: Parameters<typeof uploadWithProgress>[1],
  onSent: CallOptions['onSent'],
): Promise<Response> =>
  (onSent ? uploadWithProgress(address, request, onSent) : fetch(address, request)).catch(connectionLoss)

const read = (response: Response): Promise<string> => response.text().catch(connectionLoss)

function connectionLoss(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new ApiError(0, 'The server can’t be reached. Please check your connection.')
}

// A read that hangs on a bad line can be asked again; a write may be long work, and is waited for.
const usualPatience = 30_000

function signalOf(row: Endpoint, { signal, patience = usualPatience }: CallOptions): AbortSignal | null {
  if (row.method !== 'GET') return signal ?? null
  return AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])])
}

function refusal(response: Response, text: string): ApiError {
  // Expected answers (nobody signed in, nothing there yet) would only fill the console.
  if (response.status !== 401 && response.status !== 404) console.warn(response.status, response.url, text)
  const json = parseObject(text)
  if (typeof json?.message !== 'string') {
    return new ApiError(response.status, `${response.status}: ${text || response.statusText}`)
  }
  const { message, ...extra } = json
  return new ApiError(response.status, message as string, extra)
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
