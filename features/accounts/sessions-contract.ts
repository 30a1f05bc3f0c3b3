import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody, errorWith } from '#kit/contract/errors.ts'
import { Email, givenPassword } from '#kit/contract/fields.ts'
import { User } from './people-contract.ts'

export const getViewer = endpoint('GET /api/user', 'user', {
  topics: ['viewer'],
  summary: 'The user who is signed in',
  reply: User,
})

export const getSession = endpoint('GET /api/session', 'public', {
  topics: ['suggestions'],
  summary: 'The user who is signed in, or null; for pages that anyone may open',
  reply: z.object({
    user: z.nullable(User),
    /** Only for administrators: how many suggestions wait for an answer. */
    openSuggestions: z.optional(z.int()),
  }),
})

export const noPassword = 'Password is required'

export const Credentials = z.object({
  email: Email,
  password: givenPassword(noPassword).check(z.minLength(1, noPassword)),
})

export type Credentials = z.output<typeof Credentials>

export const wrongCredentials = 'Invalid email or password'

/** The address is only there with the code `email_not_verified`. */
export const SignInRefusal = errorWith({
  needsVerification: z.optional(z.boolean()),
  email: z.optional(z.string()),
})

export const login = endpoint('POST /api/login', 'public', {
  summary: 'Sign in; an unverified address is refused with 403 and needsVerification',
  body: Credentials,
  reply: User,
  errors: { 401: ErrorBody, 403: SignInRefusal },
})
