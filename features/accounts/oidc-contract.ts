import * as z from 'zod/mini'
import { CampusCode } from '#features/campuses/contract.ts'
import { DepartmentName } from '#features/departments/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody, ExpiredError } from '#kit/contract/errors.ts'
import { NoContent } from '#kit/contract/fields.ts'
import { NameAndEmail } from '#kit/contract/person-fields.ts'
import { User } from './people-contract.ts'

/**
 * Why a single sign-on failed, as the code in `/auth?error=`. The sign-in page has the messages: texts from an
 * address are never shown.
 */
export const signOnErrors = [
  /** The issuer says that the user declined. */
  'cancelled',
  /** Too late, already used, or started in another browser. */
  'expired',
  /** The issuer is down, or too slow. */
  'unreachable',
  /** The issuer's response can't be trusted or used. */
  'refused',
  'no-email',
  'unverified-email',
  /** The account with this email address is linked to someone else at the issuer. */
  'linked',
  'disabled',
  /** The account's email address isn't verified yet. */
  'unverified',
  'registration-disabled',
  'domain',
  'too-many',
  'trouble',
] as const
export type SignOnError = (typeof signOnErrors)[number]

export const noIssuer = 'Single sign-on is not set up here.'
export const noPasswords = 'Passwords are turned off here. Please sign in with your organization’s account.'

export const startSignOn = endpoint('GET /api/oidc/start', 'public', {
  summary: 'Redirect to the issuer to sign in, and afterwards to `next`, a page of this application',
  query: z.object({
    next: described(z.optional(z.string()), 'The page of the application to open after signing in.'),
  }),
  replies: { 302: NoContent },
  errors: { 404: ErrorBody },
})

export const finishSignOn = endpoint('GET /api/oidc/callback', 'public', {
  summary: 'The callback of the issuer: signs in, or redirects to /auth?error=code',
  replies: { 302: NoContent },
  errors: { 404: ErrorBody },
})

/** The message if no one has come from the issuer recently. */
export const signOnExpired = 'That took too long. Please sign in again.'

export const getSignOnAccount = endpoint('GET /api/oidc/account', 'public', {
  summary:
    'The user who came from the issuer for the first time in this browser; 410 if that was too long ago',
  reply: NameAndEmail,
  errors: { 404: ErrorBody, 410: ExpiredError },
})

export const SignOnAccount = z.object({ campusCode: CampusCode, department: DepartmentName })

export const createSignOnAccount = endpoint('POST /api/oidc/account', 'public', {
  summary: 'Create the account of a user who came from the issuer for the first time, and sign in',
  body: SignOnAccount,
  replies: { 201: User },
  errors: { 404: ErrorBody, 409: ErrorBody, 410: ExpiredError },
})
