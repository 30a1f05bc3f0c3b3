import * as z from 'zod/mini'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Id, IdParams, nameLine, Timestamp } from '#kit/contract/fields.ts'
import { PersonWithEmail } from '#kit/contract/person-fields.ts'

/** The most access tokens that one person can have. */
export const maxTokens = 20

/** An access token: lets a program call the API as the user, or only read. Only its owner ever sees the token itself. */
export const AccessToken = z.object({
  id: Id,
  name: z.string(),
  readOnly: z.boolean(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})
export type AccessToken = z.output<typeof AccessToken>

export const NewAccessToken = z.extend(AccessToken, {
  /** Returned only once. */
  token: z.string(),
})
export type NewAccessToken = z.output<typeof NewAccessToken>

/** An access token as administrators see it. */
export const UserAccessToken = z.extend(AccessToken, { user: PersonWithEmail })
export type UserAccessToken = z.output<typeof UserAccessToken>

const expiryError = 'Choose when the token expires'

export const TokenForm = z.object({
  name: nameLine(100, 'Name is required'),
  /** A time in any zone, at most a year ahead; a date means the end of that day in UTC. */
  expiresAt: z.pipe(
    z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: expiryError }),
    z.transform(text => (text.includes('T') ? new Date(text).toISOString() : `${text}T23:59:59.999Z`)),
  ),
  readOnly: z._default(z.boolean(), false),
})
export type TokenForm = z.output<typeof TokenForm>

export const listTokens = endpoint('GET /api/tokens', 'user', {
  topics: ['tokens'],
  summary: 'Your access tokens, latest first; never the tokens themselves',
  reply: z.array(AccessToken),
})

export const createToken = endpoint('POST /api/tokens', 'user', {
  summary:
    'Create an access token for a program, valid for at most a year; the token itself is returned only once',
  sessionOnly: true,
  body: TokenForm,
  replies: { 201: NewAccessToken },
})

export const removeToken = endpoint('DELETE /api/tokens/:id', 'user', {
  summary: 'End one of your access tokens immediately',
})

export const listAllTokens = endpoint('GET /api/admin/tokens', 'admin', {
  topics: ['all tokens'],
  summary:
    'The access tokens of all users, or of one, that your rank lets you change; never the tokens themselves',
  query: z.object({ userId: described(z.optional(IdParams.shape.id), 'The id of a user.') }),
  reply: z.array(UserAccessToken),
})

export const removeAnyToken = endpoint('DELETE /api/admin/tokens/:id', 'admin', {
  summary: 'End a user’s access token; not one of a user above your rank',
})
