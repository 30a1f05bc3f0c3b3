import { addressOf, type CallInput, type Endpoint, type Reply } from '#contract/endpoint.ts'
import { createToken, hashToken } from '#server/credentials/tokens.ts'
import { saveSession } from '#server/data/sessions-store.ts'
import type { Deps } from '#server/deps.ts'

export type Answered<Body> = {
  status: number
  headers: Headers
  /** The reply; only meaningful when the call succeeded. */
  body: Body
  /** The sentence of a refusal. */
  message: string | undefined
  /** The whole body of a refusal. */
  refusal: { message?: string; errors?: { path: string; message: string }[]; [extra: string]: unknown }
}

/** Makes `as(user).call(endpoint, input)` and `as(user).fetch(path, init)`, over real HTTP with a session of that user. */
export function caller(deps: Deps, origin: string) {
  return (user: { id: number } | null) => {
    let cookie: Promise<string> | undefined
    const request = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      if (user && !headers.has('cookie')) {
        cookie ??= signIn(deps, user.id)
        headers.set('cookie', await cookie)
      }
      return fetch(origin + path, { redirect: 'manual', ...init, headers })
    }
    return {
      fetch: request,
      async call<E extends Endpoint>(row: E, input?: CallInput<E>): Promise<Answered<Reply<E>>> {
        const { body, file, ...address } = (input ?? {}) as { body?: unknown; file?: Blob }
        const content = row.upload
          ? { body: formOf(body, row.upload.field, file) }
          : body !== undefined && {
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }
        const response = await request(addressOf(row, address), { method: row.method, ...content })
        const text = await response.text()
        const parsed = text === '' ? undefined : JSON.parse(text)
        const refusal = response.ok ? {} : parsed
        return {
          status: response.status,
          headers: response.headers,
          body: parsed,
          message: refusal.message,
          refusal,
        }
      },
    }
  }
}

function formOf(fields: unknown, field: string, file: Blob | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, String(value))
  if (file) form.append(field, file, 'file')
  return form
}

// Straight into the table: hashing a password for each caller would be most of a test's time.
async function signIn({ db, now }: Deps, userId: number): Promise<string> {
  const token = createToken()
  await saveSession(db, { tokenHash: hashToken(token), userId, now: now().toISOString() })
  return `session=${token}`
}
