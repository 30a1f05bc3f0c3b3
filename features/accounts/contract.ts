import * as z from 'zod/mini'
import { CampusCode } from '#features/campuses/contract.ts'
import { DepartmentName } from '#features/departments/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody, ExpiredError } from '#kit/contract/errors.ts'
import {
  Bytes,
  currentPassword,
  DietsInput,
  Email,
  FirstName,
  LastName,
  line,
  Message,
  nameLine,
  newPassword,
} from '#kit/contract/fields.ts'
import { User } from './people-contract.ts'

export const Registration = z.object({
  firstName: FirstName,
  lastName: LastName,
  username: z.optional(line(100, 'Username is required')),
  email: Email,
  password: newPassword(),
  campusCode: CampusCode,
  department: DepartmentName,
})

export type Registration = z.output<typeof Registration>

/** Shown before the form is filled in, and returned when it is sent anyway. */
export const registrationDisabled = 'Registration is currently disabled. Please contact your administrator.'

export const register = endpoint('POST /api/register', 'public', {
  summary: 'Create an account and mail its verification link',
  body: Registration,
  replies: { 201: User },
  errors: { 403: ErrorBody, 409: ErrorBody },
})

export const noToken = 'Verification token is missing'
/** What a token in an address is, in the description of the API. */
export const linkToken = 'The token of a mailed link or of a calendar’s address.'
const token = (whenMissing: string) => z.string({ error: whenMissing }).check(z.minLength(1, whenMissing))

export const verifyEmail = endpoint('GET /api/verification/verify', 'public', {
  summary:
    'Verify an email address with the token of a mailed link; 410 with expired: true if it has expired',
  query: z.object({ token: described(token(noToken), linkToken) }),
  reply: Message,
  errors: { 410: ExpiredError },
})

/** An address that a link is mailed to. */
export const MailedTo = z.object({ email: Email })

export const resendVerification = endpoint('POST /api/verification/resend', 'public', {
  summary: 'Mail another verification link; the response is the same for known and unknown addresses',
  body: MailedTo,
  reply: Message,
})

export const requestPasswordReset = endpoint('POST /api/password-reset', 'public', {
  summary: 'Mail a password reset link; the response is the same for known and unknown addresses',
  body: MailedTo,
  reply: Message,
})

const passwordsMatch = z.refine<{ newPassword: string; confirmPassword: string }>(
  form => form.newPassword === form.confirmPassword,
  { error: "New passwords don't match", path: ['confirmPassword'] },
)

const confirmPassword = newPassword('Confirm password is required')

export const NewPassword = z.object({ newPassword: newPassword(), confirmPassword }).check(passwordsMatch)

export const noResetToken = 'Reset token is missing'

export const confirmPasswordReset = endpoint('POST /api/password-reset/confirm', 'public', {
  summary: 'Set a new password with the token of a mailed link; ends all sessions of the account',
  body: z
    .object({
      token: token(noResetToken),
      newPassword: newPassword(),
      confirmPassword,
    })
    .check(passwordsMatch),
  reply: Message,
  errors: { 410: ExpiredError },
})

/** The messages for names that are changed to less than two characters. An unchanged one may be as short as it is. */
export const shortNames = {
  firstName: 'First name must be at least 2 characters',
  lastName: 'Last name must be at least 2 characters',
}
export const isShortName = (name: string): boolean => name.length < 2

export const Profile = z.object({
  firstName: nameLine(100, shortNames.firstName),
  lastName: nameLine(100, shortNames.lastName),
  email: Email,
  campusCode: CampusCode,
  department: DepartmentName,
  /** If omitted, they stay unchanged. */
  diets: z.optional(DietsInput),
  dietsAtLunches: z.optional(z.boolean()),
})

export type Profile = z.output<typeof Profile>

export const updateProfile = endpoint('PUT /api/user/:id', 'user', {
  summary: 'Change your own profile',
  body: Profile,
  reply: User,
})

export const downloadOwnData = endpoint('GET /api/user/:id/data', 'user', {
  sessionOnly: true,
  summary: 'Everything that is stored about you, as one JSON file',
  produces: 'application/json; charset=utf-8',
  reply: Bytes,
})

export const PasswordChange = z
  .object({
    currentPassword: currentPassword('Current password is required'),
    newPassword: newPassword(),
    confirmPassword,
  })
  .check(passwordsMatch)

export const changePassword = endpoint('PUT /api/user/:id/password', 'user', {
  sessionOnly: true,
  summary: 'Change your own password; ends your other sessions',
  body: PasswordChange,
  reply: Message,
})

export const emailMismatch = "The email you entered doesn't match your account email"

export const deleteAccount = endpoint('DELETE /api/user/:id', 'user', {
  sessionOnly: true,
  summary: 'Delete your own account with its ratings, favorites and image',
  body: z.object({ email: Email }),
})
