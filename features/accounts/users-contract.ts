import * as z from 'zod/mini'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import {
  Email,
  ExpectedUpdatedAt,
  FirstName,
  LastName,
  line,
  Message,
  newPassword,
  PageQuery,
  RoleInput,
  sortQuery,
} from '#kit/contract/fields.ts'
import { Account } from './people-contract.ts'

/** What administrators fill in; the role is for super-users only. */
export const UserForm = z.object({
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  password: newPassword(),
  campusCode: line(60, 'Campus is required'),
  department: line(100, 'Department is required'),
  role: RoleInput,
  canLogin: z.boolean(),
})

export const UserChanges = z.partial(z.extend(UserForm, { isVerified: z.boolean() }))
export type UserChanges = z.output<typeof UserChanges>

export const NewUserForm = z.extend(UserForm, {
  role: z.optional(RoleInput),
  canLogin: z._default(z.boolean(), true),
})
export type NewUserForm = z.output<typeof NewUserForm>

export const userSortKeys = ['name', 'email', 'campusCode', 'department', 'role', 'createdAt'] as const

export const listUsers = endpoint('GET /api/admin/users', 'admin', {
  topics: ['users'],
  summary:
    'All accounts, or only those with a verified or an unverified address; the search covers name, email, campus and department',
  query: z.extend(PageQuery, {
    ...sortQuery(userSortKeys),
    verified: described(
      z.optional(z.enum(['true', 'false'])),
      'Only accounts whose address is verified, or isn’t.',
    ),
  }),
  reply: z.array(Account),
})

export const getUser = endpoint('GET /api/admin/users/:id', 'admin', {
  topics: ['one user'],
  summary: 'One account',
  reply: Account,
})

export const createUser = endpoint('POST /api/admin/users', 'admin', {
  sessionOnly: true,
  summary: 'Create a verified account; only a super-user can set a role other than user',
  body: NewUserForm,
  replies: { 201: Account },
})

export const updateUser = endpoint('PATCH /api/admin/users/:id', 'admin', {
  summary:
    'Change an account as far as your rank allows; a new password, or canLogin set to false, ends all its sessions. With expectedUpdatedAt, 409 with `current` if another user changed it since then',
  body: z.extend(UserChanges, { expectedUpdatedAt: ExpectedUpdatedAt }),
  reply: Account,
  errors: { 409: errorWith({ current: z.optional(Account) }) },
})

export const deleteUser = endpoint('DELETE /api/admin/users/:id', 'admin', {
  sessionOnly: true,
  summary: 'Delete an account with its ratings, favorites, sessions and image',
})

export const resendUserVerification = endpoint('POST /api/admin/users/:id/resend-verification', 'admin', {
  summary: 'Mail another verification link to an account; 409 if it is already verified',
  reply: Message,
})

export const removeSignOnLink = endpoint('DELETE /api/admin/users/:id/sign-on-link', 'admin', {
  sessionOnly: true,
  summary:
    'Remove the link of an account to a subject of the issuer, and end its sessions; the next sign-on with its verified address links it again; 409 if it has no link',
  reply: Message,
})
