import { createToken, hashToken } from '#features/accounts/server/tokens/tokens.ts'
import { addressOf, type CallInput, type Endpoint, type Reply } from '#kit/contract/endpoint.ts'
import { insert } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { requireDescribed } from './require-described.ts'

export type Replied<Body> = {
  status: number
  headers: Headers
  /** The body of the response; only meaningful if the call succeeded. */
  body: Body
  /** The error message. */
  message: string | undefined
  /** The error code. */
  code: string | undefined
  /** The whole body of an error response, without its code. */
  error: { message?: string; errors?: { path: string; message: string }[]; [extra: string]: unknown }
}

/** The path parameters of a call that concerns a single item. */
export const idParams = ({ id }: { id: number }) => ({ params: { id } })

/** Builds the HTTP request of a call of the contract. */
export function requestOf<E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
): { path: string; init: RequestInit & { headers?: Record<string, string> } } {
  const { body, file, ...address } = (input ?? {}) as { body?: unknown; file?: Blob }
  const content = endpoint.upload
    ? { body: formOf(body, endpoint.upload.field, file) }
    : body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
  return { path: addressOf(endpoint, address), init: { method: endpoint.method, ...content } }
}

/** Makes one call of the contract, using `request` to reach the server. Throws if there is no reply, or an undescribed one. */
export async function callEndpoint<E extends Endpoint>(
  request: (path: string, init: RequestInit) => Promise<Response>,
  endpoint: E,
  input?: CallInput<E>,
  added: Record<string, string> = {},
): Promise<Replied<Reply<E>>> {
  const { path, init } = requestOf(endpoint, input)
  const response = await request(path, { ...init, headers: { ...init.headers, ...added } })
  const text = await response.text()
  const parsed = text === '' ? undefined : JSON.parse(text)
  const { status, headers } = response
  requireDescribed(endpoint, status, parsed)
  const { code, ...error } = response.ok ? {} : parsed
  return { status, headers, body: parsed, message: error.message, code, error }
}

/** Returns `as`: `as(user).call(endpoint, input)` and `as(user).fetch(path, init)` use real HTTP and a session. */
export function caller(deps: Pick<Deps, 'db' | 'now'>, origin: string) {
  return (user: { id: number } | null) => {
    let cookie: Promise<string> | undefined
    const request = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      if (user && !headers.has('cookie')) {
        cookie ??= startSession(deps, user.id)
        headers.set('cookie', await cookie)
      }
      return fetch(origin + path, { redirect: 'manual', ...init, headers })
    }
    return {
      fetch: request,
      call: <E extends Endpoint>(endpoint: E, input?: CallInput<E>, headers?: Record<string, string>) =>
        callEndpoint(request, endpoint, input, headers),
    }
  }
}

/** The session that a reply starts, as a browser sends it back. */
export function cookieOf({ headers }: { headers: Headers }): string {
  const cookie = headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error('The reply sets no cookie')
  return cookie
}

/** The header of HTTP Basic. */
export const basic = (email: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})

/** Writes a new session directly to the table: hashing a password for each caller would take most of a test's time. */
export async function startSession({ db, now }: Pick<Deps, 'db' | 'now'>, userId: number): Promise<string> {
  const token = createToken()
  const time = now().toISOString()
  await insert(db, 'sessions', { tokenHash: hashToken(token), userId, createdAt: time, lastSeenAt: time })
  return `session=${token}`
}

function formOf(fields: unknown, field: string, file: Blob | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {}))
    if (value !== undefined) form.append(name, String(value))
  if (file) form.append(field, file, 'file')
  return form
}
