import { addressOf, type CallInput, type Endpoint, type Reply } from '#contract/endpoint.ts'
import { createToken, hashToken } from '#server/credentials/tokens.ts'
import { saveSession } from '#server/data/sessions-store.ts'
import type { Deps } from '#server/deps.ts'

export type Person = { id: number; cookie: string }

/** A new session of that user, made in the database. */
export async function signIn({ db, now }: Deps, { id }: { id: number }): Promise<Person> {
  const token = createToken()
  await saveSession(db, { tokenHash: hashToken(token), userId: id, now: now().toISOString() })
  return { id, cookie: `session=${token}` }
}

export type Answered<Body> = { status: number; body: Body; message: string | undefined }

/** One call over real HTTP; throws only where no answer came. */
export async function call<E extends Endpoint>(
  origin: string,
  who: Person | null,
  row: E,
  input?: CallInput<E>,
): Promise<Answered<Reply<E>>> {
  const { body, file, ...address } = (input ?? {}) as { body?: unknown; file?: Blob }
  const response = await fetch(origin + addressOf(row, address), {
    method: row.method,
    headers: {
      ...(who && { cookie: who.cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(row.upload && file && { body: formOf(row.upload.field, file) }),
  })
  const text = await response.text()
  const parsed = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, body: parsed, message: response.ok ? undefined : parsed?.message }
}

/** Whether the server answers within so many seconds, and after how many. */
export async function untilReady(origin: string, patience: number): Promise<number> {
  const start = performance.now()
  const passed = () => (performance.now() - start) / 1000
  while (passed() < patience) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return passed()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`The server was not ready after ${patience} s`)
}

function formOf(field: string, file: Blob): FormData {
  const form = new FormData()
  form.append(field, file, 'file')
  return form
}
