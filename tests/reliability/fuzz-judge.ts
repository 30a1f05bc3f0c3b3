import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import type { FuzzReply } from './fuzz-send.ts'

/** What must not happen. Failures of the same kind most likely have the same cause. */
export type Failure = { kind: string; detail: string }

/**
 * Every legitimate status of 500 or more, and where. All others are failures, even 500 and 507 (disk full).
 */
const allowedErrors: { status: number; calls?: RegExp; needsRetryAfter?: true; why: string }[] = [
  {
    status: 503,
    needsRetryAfter: true,
    why: 'too many requests are waiting, the database is down, or a service asks to retry later',
  },
  {
    status: 503,
    calls: /^(GET|POST) \/api\/(yelp|osm|imports|calculate-distance)/,
    why: 'no such service is set up, or it refuses our key',
  },
  {
    status: 502,
    calls: /^(GET|POST) \/api\/(yelp|osm|imports|calculate-distance|admin\/campuses\/:id\/webhook)/,
    why: 'an external service is down, or its reply makes no sense',
  },
  {
    status: 504,
    calls: /^(GET|POST) \/api\/(yelp|osm|imports|calculate-distance|admin\/campuses\/:id\/webhook)/,
    why: 'an external service is too slow',
  },
]

/** What no response may contain, whatever it is about. */
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
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** These tell the server's operator where its data is. */
const ownFolders = new Set(['GET /api/config/installation', 'GET /api/admin/mails/setup'])

const ErrorReply = z.looseObject({
  message: z.string().check(z.minLength(1)),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})

/** What is wrong with a response, or null. */
export function judge(
  request: FuzzRequest,
  reply: FuzzReply,
  endpoint: Endpoint | undefined,
  { canaries, folder }: { canaries: readonly string[]; folder: string },
): Failure | null {
  const { status, headers, text } = reply
  const where =
    request.call ?? (request.raw === undefined ? `${request.method} outside the contract` : 'a socket')
  const failure = (what: string, detail = text): Failure => ({
    kind: `${what}: ${where}`,
    detail: `${status} ${detail.slice(0, 300)}`,
  })
  if (status === null) return failure('no reply')
  const everything = `${JSON.stringify(headers)}\n${text}`
  const canary = canaries.find(one => everything.includes(one))
  if (canary) return failure('a secret', `holds ${canary}`)
  if (request.call !== backupItself && secret.test(everything))
    return failure('a secret', secret.exec(everything)?.[0])
  if (status === 0) return isCutOff(request) ? null : failure('connection closed without a reply')
  if (status >= 500 && !isAllowedError(reply, endpoint)) return failure(String(status))
  if (isText(request, headers)) {
    const paths = ownFolders.has(request.call ?? '') ? [root] : [root, folder]
    const leaked =
      internals.map(one => one.exec(text)?.[0]).find(Boolean) ?? paths.find(one => text.includes(one))
    if (leaked !== undefined) return failure('reveals internals', `${leaked} in ${text}`)
  }
  if (request.raw !== undefined || request.method === 'HEAD') return null
  if (status >= 400) return misshapen(request, reply) ? failure('not in our error format') : null
  return endpoint ? judgeSuccess(reply, endpoint, failure) : null
}

/**
 * Logs may not contain secrets. Error details are fine there, because only the server's operator reads them.
 */
export function judgeLog(log: string, canaries: readonly string[]): Failure | null {
  const found = canaries.find(one => log.includes(one)) ?? secret.exec(log.replaceAll('"tokenHash"', ''))?.[0]
  if (found === undefined) return null
  const line = log.split('\n').find(one => one.includes(found)) ?? ''
  return { kind: 'a secret: the log', detail: `holds ${found}: ${line.slice(0, 500)}` }
}

function isAllowedError({ status, headers }: FuzzReply, endpoint: Endpoint | undefined): boolean {
  const call = endpoint && `${endpoint.method} ${endpoint.path}`
  return allowedErrors.some(
    one =>
      one.status === status &&
      (!one.calls || (call !== undefined && one.calls.test(call))) &&
      (!one.needsRetryAfter || /^\d+$/.test(headers['retry-after'] ?? '')),
  )
}

/** The server may hang up on what is not HTTP, or on a client that keeps sending a body that was rejected. */
const isCutOff = ({ raw, body }: FuzzRequest) =>
  raw !== undefined || (body !== undefined && JSON.stringify(body).includes('times'))

// Pages, scripts and the API description are files and not judged as responses.
function isText({ path, call, raw }: FuzzRequest, headers: FuzzReply['headers']): boolean {
  if (call === undefined && raw === undefined) return path.startsWith('/api/') && !/docs|openapi/.test(path)
  return raw === undefined && /json|text\/plain/.test(String(headers['content-type'] ?? ''))
}

function misshapen({ path }: FuzzRequest, { headers, text }: FuzzReply): boolean {
  const isApi = path.startsWith('/api/') && !path.startsWith('/api/docs')
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (!isJson) return isApi
  return !ErrorReply.safeParse(parsed(text)).success
}

function judgeSuccess(
  { status, headers, text }: FuzzReply,
  { replies, produces, events }: Endpoint,
  failure: (what: string, detail?: string) => Failure,
): Failure | null {
  const schema = replies[status as keyof typeof replies]
  if (!schema) return failure('a status that is not in the contract')
  if (status === 204 || status === 304) return text === '' ? null : failure('an unexpected body')
  if (status === 302) {
    const { location = '' } = headers
    return /^(\/(?!\/)|http:\/\/(lunch\.invalid|127\.0\.0\.1:\d+)\/)/.test(location)
      ? null
      : failure('redirects to another site', location)
  }
  const type = String(headers['content-type'])
  if (events) return type.startsWith('text/event-stream') ? null : failure('no stream')
  if (produces) return null
  const body = parsed(text)
  const { success, data, error } = z.safeParse(schema, body)
  if (!success) return failure('does not match the contract', `${z.prettifyError(error)} in ${text}`)
  return isDeepStrictEqual(data, body) ? null : failure('more than in the contract')
}

/** Parses JSON; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
