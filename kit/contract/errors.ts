import * as z from 'zod/mini'
import { documented } from './documented.ts'

/**
 * What went wrong, for programs: a code never changes its meaning, while messages may be reworded. Programs should
 * expect codes that are added later, and then go by the status.
 */
export const errorCodes = {
  invalid_request: 'A part of the request is missing or invalid; `errors` names the fields.',
  not_signed_in: 'The call needs a signed-in user.',
  invalid_token: 'The access token is wrong, ended or expired.',
  wrong_credentials: 'The email address or the password is wrong, or the passkey was not accepted.',
  forbidden: 'The user is not allowed to do this.',
  foreign_origin: 'A write came from a page of another site.',
  email_not_verified: 'The account’s email address must be verified before signing in.',
  account_disabled: 'An administrator has disabled the account.',
  passwords_off: 'This installation accepts no passwords.',
  registration_disabled: 'This installation accepts no registrations.',
  proof_needed: 'The user must prove who they are, for example with their password.',
  read_only_token: 'The access token may only read.',
  not_for_tokens: 'Access tokens can’t be used for this call.',
  not_found: 'What the address or the request names doesn’t exist, or isn’t visible to the user.',
  unknown_call: 'There is no such call.',
  nothing_to_pick:
    'No restaurant is left to choose from; `avoided` counts those left out after recent visits.',
  request_timeout: 'The request didn’t arrive in time.',
  conflict: 'The request contradicts the current state; the message says how.',
  changed_meanwhile: 'Someone else changed it since it was read; `current` is what it is now.',
  email_taken: 'Another account has this email address.',
  favorites_limit: 'The user has as many favorites as allowed.',
  lunch_full: 'The lunch has no free seat.',
  lunch_over: 'The lunch was cancelled or has left.',
  lunch_joined: 'Others are in the lunch.',
  lunch_overlap: 'The user is in another lunch, `lunchId`, too close in time; `move` leaves that one.',
  double_booked:
    'So many others, `doubleBooked`, would be in two lunches too close in time; repeat the request with it.',
  vote_closed: 'The vote of the lunch is closed.',
  restaurant_unavailable: 'The restaurant `restaurantId` is disabled.',
  expired: 'The link, challenge or sign-on has expired.',
  too_large: 'The request or its file is too large.',
  unsupported_media_type: 'The content type, or the type of the file, isn’t accepted.',
  invalid_range: 'The file has no such bytes.',
  too_many_requests: 'Try again after as many seconds as the header Retry-After says.',
  internal_error: 'The server failed; its log says why.',
  service_failed: 'A service that this server uses has failed.',
  server_busy: 'The server is busy. Try again after as many seconds as Retry-After says.',
  database_unavailable: 'The database can’t be reached. Try again after as many seconds as Retry-After says.',
  not_configured: 'A service that the call needs isn’t configured on this server.',
  folder_unavailable: 'The server can’t read or write one of its folders.',
  disk_full: 'The disk of the server is full, so nothing can be saved.',
} as const
export type ErrorCode = keyof typeof errorCodes

/** The code of an error that has no code of its own. */
export function codeOfStatus(status: number): ErrorCode {
  return codes[status] ?? (status < 500 ? 'invalid_request' : 'internal_error')
}

const codes: Record<number, ErrorCode> = {
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  408: 'request_timeout',
  409: 'conflict',
  410: 'expired',
  413: 'too_large',
  415: 'unsupported_media_type',
  416: 'invalid_range',
  429: 'too_many_requests',
  502: 'service_failed',
  503: 'server_busy',
  504: 'service_failed',
  507: 'disk_full',
}

/** The body of every error. Some calls add fields, which they declare. */
export const ErrorBody = documented(
  z.object({
    message: z.string(),
    code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    /** The invalid fields, if there are any. */
    errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  }),
  { id: 'Error', description: 'Every error: a sentence for people, and a stable code for programs.' },
)

/** An error with fields of its own. */
export const errorWith = <Shape extends z.core.$ZodLooseShape>(fields: Shape) => z.extend(ErrorBody, fields)

/** The error of an action that would affect another number of items than expected: `count`. */
export const OtherCountError = errorWith({ count: z.optional(z.int()) })

/** The error of what has expired. */
export const ExpiredError = errorWith({ expired: z.optional(z.boolean()) })
