import type * as z from 'zod/mini'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody } from '#kit/contract/errors.ts'
import type { Json, Schemas } from './schemas.ts'

const safeMethods = ['GET']

/** The headers that replies can have, as components. */
export const headers: Record<string, { description: string; schema: Json }> = {
  ETag: {
    description: 'Identifies this version of the reply, for If-None-Match.',
    schema: { type: 'string' },
  },
  Location: { description: 'The address to go to.', schema: { type: 'string' } },
  'Retry-After': { description: 'After how many seconds to try again.', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description: 'Bearer, if an access token was sent that is wrong, ended or expired.',
    schema: { type: 'string' },
  },
  'X-Total-Count': { description: 'How many items there are in all.', schema: { type: 'integer' } },
  'X-RateLimit-Limit': {
    description: 'How many requests a network may send in a minute.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'In how many seconds the minute ends.', schema: { type: 'integer' } },
}

const refersTo = (names: string[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
const always = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

type ErrorKind = {
  name: string
  description: string
  headers?: string[]
  isFor: (endpoint: Endpoint) => boolean
}

const writes = ({ method }: Endpoint) => !safeMethods.includes(method)
const hasBody = ({ body, upload }: Endpoint) => body !== undefined || upload !== undefined
const everyCall = () => true
const declared = () => false

/** The errors that calls have in common, and which calls have them; a call may declare others. */
const errorKinds: Record<string, ErrorKind> = {
  400: { name: 'BadRequest', description: 'The request is not valid.', isFor: everyCall },
  401: {
    name: 'Unauthorized',
    description: 'Nobody is signed in, or the credentials are wrong.',
    headers: ['WWW-Authenticate'],
    isFor: ({ access }) => access !== 'public',
  },
  403: {
    name: 'Forbidden',
    description: 'The user is not allowed to do this.',
    isFor: endpoint => writes(endpoint) || endpoint.access !== 'public',
  },
  404: {
    name: 'NotFound',
    description: 'Something that the request names doesn’t exist.',
    isFor: endpoint => endpoint.params !== undefined || endpoint.query !== undefined || hasBody(endpoint),
  },
  408: { name: 'RequestTimeout', description: 'The request didn’t arrive in time.', isFor: hasBody },
  409: { name: 'Conflict', description: 'The request contradicts the current state.', isFor: writes },
  410: { name: 'Gone', description: 'It has expired.', isFor: declared },
  413: { name: 'TooLarge', description: 'The request is too large.', isFor: hasBody },
  415: { name: 'UnsupportedMediaType', description: 'The content type isn’t accepted.', isFor: hasBody },
  416: {
    name: 'InvalidRange',
    description: 'The file has no such bytes.',
    isFor: ({ replies }) => 206 in replies,
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests.',
    headers: ['Retry-After'],
    isFor: everyCall,
  },
  500: { name: 'InternalError', description: 'The server failed.', isFor: everyCall },
  502: { name: 'ServiceFailed', description: 'A service that this server uses has failed.', isFor: declared },
  503: {
    name: 'Unavailable',
    description: 'The server is busy, or something that the call needs is not available.',
    headers: ['Retry-After'],
    isFor: everyCall,
  },
  504: {
    name: 'ServiceTooSlow',
    description: 'A service that this server uses didn’t answer in time.',
    isFor: declared,
  },
  507: { name: 'DiskFull', description: 'The disk of the server is full.', isFor: writes },
}

/** The errors as components, for all calls that add no fields to them. */
export function describeErrors(schemas: Schemas): Json {
  return Object.fromEntries(
    Object.values(errorKinds).map(kind => [kind.name, errorReply(kind, ErrorBody, schemas)]),
  )
}

const errorReply = (
  { description, headers: own = [] }: ErrorKind,
  schema: z.ZodMiniType,
  schemas: Schemas,
) => ({
  description,
  headers: refersTo([...own, ...always]),
  content: { 'application/json': { schema: schemas.describe(schema, 'output') } },
})

/** The responses of a call, by status. */
export function describeResponses(endpoint: Endpoint, hasEtag: boolean, schemas: Schemas): Json {
  const responses: Json = {}
  for (const [status, schema] of Object.entries(endpoint.replies))
    responses[status] = describeReply(endpoint, Number(status), { schema, hasEtag, schemas })
  if (hasEtag) responses[304] = describeReply(endpoint, 304, { hasEtag, schemas })
  const own = (endpoint.errors ?? {}) as Record<string, z.ZodMiniType>
  for (const [status, kind] of Object.entries(errorKinds)) {
    const schema = own[status]
    if (schema && schema !== ErrorBody) responses[status] = errorReply(kind, schema, schemas)
    else if (schema || kind.isFor(endpoint))
      responses[status] = { $ref: `#/components/responses/${kind.name}` }
  }
  return responses
}

const statusTexts: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Started',
  204: 'Done; there is no body',
  206: 'A part of the file',
  302: 'Go to another address',
  304: 'Unchanged since the version that If-None-Match names',
}

type ReplyParts = { schema?: z.ZodMiniType; hasEtag: boolean; schemas: Schemas }

function describeReply(endpoint: Endpoint, status: number, { schema, hasEtag, schemas }: ReplyParts): Json {
  const hasNoContent = [204, 302, 304].includes(status)
  const isFile = 304 in endpoint.replies
  const names = [
    ...((hasEtag || isFile) && [200, 206, 304].includes(status) ? ['ETag'] : []),
    ...(status === 302 ? ['Location'] : []),
    ...([200, 304].includes(status) && isList(endpoint) ? ['X-Total-Count'] : []),
    ...always,
  ]
  return {
    description: statusTexts[status] ?? 'Done',
    headers: refersTo(names),
    ...(!hasNoContent &&
      schema && {
        content: {
          [endpoint.produces ?? 'application/json']: { schema: schemas.describe(schema, 'output') },
        },
      }),
  }
}

/** Lists that can be asked for in parts say how long they are. */
const isList = ({ query }: Endpoint) => query !== undefined && 'limit' in (query as z.ZodMiniObject).shape
