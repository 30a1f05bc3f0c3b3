import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { asksServices } from './request-arbitraries.ts'
import type { FuzzReply, FuzzRequest } from './send-request.ts'

/** What no response and no log may contain, whatever it is about. */
const secret = /\$argon2|passwordHash|password_hash|tokenHash|token_hash/
/** The backup contains the accounts with their hashes, for super-users. */
const backupItself = 'GET /api/backup/:filename'
/** What reveals internals: parts of the server, errors of engines and of the language, stack traces, SQL. */
const internals = [
  /FST_|SQLITE_|ECONN|ENOENT|EACCES|node_modules|node:internal|better-sqlite|kysely|fastify/i,
  // Case-sensitive, because random texts with both cases come back in responses.
  /\bpg_[a-z]{3}/,
  /\bat [\w.<>]+ \(|\bat [^\s"]+:\d+:\d+|\.ts:\d|\.js:\d/,
  /\b(Type|Range|Syntax|Reference|Assertion|Zod)Error\b|Cannot read propert|is not (a function|iterable|defined)/,
  /of undefined|Unexpected token|\b(select|insert into|update|delete from) ["*]|violates \w+|syntax error at/i,
  /no such (table|column)|constraint failed|relation "|invalid (input syntax|byte sequence)|deadlock detected/i,
  /out of range for type|prepared statement/i,
]
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
/** These tell the server's operator where its data is. */
const namesFolder = ['GET /api/config/installation', 'GET /api/admin/mails/setup']

const ErrorReply = z.looseObject({
  message: z.string().check(z.minLength(1)),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})

/** What is wrong with a response, or null. */
export function judge(
  request: FuzzRequest,
  reply: FuzzReply,
  endpoint: Endpoint | undefined,
  { canaries, dataDir }: { canaries: readonly string[]; dataDir: string },
): string | null {
  const { status, headers, text } = reply
  const { raw, call = '', path } = request
  if (status === null) return 'no reply'
  const all = `${JSON.stringify(headers)}\n${text}`
  const leak =
    canaries.find(one => all.includes(one)) ?? (call === backupItself ? null : secret.exec(all)?.[0])
  if (leak) return `reveals the secret ${leak}`
  if (status === 0) return isCutOff(request) ? null : 'the connection was closed without a reply'
  if (status >= 500 && !isAllowed(reply, call)) return `status ${status}: ${text}`
  if (raw !== undefined) return null
  // Pages, scripts and the description of the API are files.
  const isOurs = endpoint !== undefined || (path.startsWith('/api/') && !/docs|openapi/.test(path))
  if (isOurs && /json|text\/plain/.test(String(headers['content-type']))) {
    const folders = namesFolder.includes(call) ? [root] : [root, dataDir]
    const found =
      internals.map(one => one.exec(text)?.[0]).find(Boolean) ?? folders.find(one => text.includes(one))
    if (found !== undefined) return `reveals internals (${found}): ${text}`
  }
  if (request.method === 'HEAD') return null
  if (status < 400) return endpoint ? judgeSuccess(reply, endpoint) : null
  const isError = ErrorReply.safeParse(parsed(text)).success
  return isError || !isOurs ? null : `an error that is not in our format: ${text}`
}

/** Every legitimate status of 500 or more: all others are failures, even 500 and 507 (disk full). */
function isAllowed({ status, headers }: FuzzReply, call: string): boolean {
  // Too many requests are waiting, the database is down, or a service asks to retry later.
  if (status === 503 && /^\d+$/.test(headers['retry-after'] ?? '')) return true
  // A service that isn't set up, rejects our key, is down, makes no sense, or is too slow.
  return [502, 503, 504].includes(status ?? 0) && asksServices(call.slice(call.indexOf(' ') + 1))
}

/** The server may hang up on what is not HTTP, or on a client that keeps sending a body that was rejected. */
const isCutOff = ({ raw, body }: FuzzRequest) =>
  raw !== undefined || (body !== undefined && JSON.stringify(body).includes('times'))

function judgeSuccess({ status, headers, text }: FuzzReply, endpoint: Endpoint): string | null {
  const schema = endpoint.replies[status as keyof Endpoint['replies']]
  if (!schema) return `status ${status} is not in the contract: ${text}`
  if (status === 204 || status === 304) return text === '' ? null : `an unexpected body: ${text}`
  if (status === 302) {
    const { location = '' } = headers
    const isHere = /^(\/(?!\/)|http:\/\/(lunch\.invalid|127\.0\.0\.1:\d+)\/)/.test(location)
    return isHere ? null : `redirects to another site: ${location}`
  }
  if (endpoint.events)
    return headers['content-type']?.startsWith('text/event-stream') ? null : 'not a stream of events'
  if (endpoint.produces) return null
  const body = parsed(text)
  const { success, data, error } = z.safeParse(schema, body)
  if (!success) return `does not match the contract: ${z.prettifyError(error)} in ${text}`
  return isDeepStrictEqual(data, body) ? null : `more than in the contract: ${text}`
}

/** Logs may not contain secrets. Details of errors and SQL are fine there: only the server's operator reads them. */
export function judgeLog(log: string, canaries: readonly string[]): string | null {
  const found = canaries.find(one => log.includes(one)) ?? secret.exec(log.replaceAll('"tokenHash"', ''))?.[0]
  return found === undefined ? null : `the log has the secret ${found}`
}

/** Parses JSON; undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
