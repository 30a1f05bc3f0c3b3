import * as z from 'zod/mini'
import type { Campus } from '#features/campuses/contract.ts'
import { acceptUnchanged } from '#kit/contract/unchanged.ts'
import { accountDomainMessage, hasAllowedDomain } from '#kit/rules/addresses/email-domains.ts'
import { roleBadge, roles } from '#kit/rules/roles.ts'
import type { Account } from '../../people-contract.ts'
import { UserForm } from '../../users-contract.ts'

/** The choices that the form offers. */
export interface UserFormChoices {
  campuses: readonly Campus[]
  departments: readonly string[]
  /** The email domains that an account may have. */
  domains: readonly string[]
}

const { firstName, lastName, email, password, campusCode, department, canLogin } = UserForm.shape

const emptyToUndefined = (text: string) => (text === '' ? undefined : text)

/**
 * The form for a new account, or for `user`. What an existing user has may stay, such as an email whose domain is no
 * longer allowed, and the password stays if nothing is typed.
 */
export function userForm(domains: readonly string[], user: Account | undefined) {
  const form = z.object({
    firstName,
    lastName,
    email: email.check(
      z.refine(text => hasAllowedDomain(text, domains), { error: accountDomainMessage(domains) }),
    ),
    password: user
      ? z.pipe(z.pipe(z.string(), z.transform(emptyToUndefined)), z.optional(password))
      : password,
    campusCode,
    department,
    role: z.enum(roles),
    canLogin,
  })
  return user ? acceptUnchanged(form, user) : form
}

export type UserValues = z.input<ReturnType<typeof userForm>>
export type CheckedUser = z.output<ReturnType<typeof userForm>>

export function userValues(user: Account | undefined): UserValues {
  if (user) {
    const { firstName, lastName, email, campusCode, department, role, canLogin } = user
    return { firstName, lastName, email, password: '', campusCode, department, role, canLogin }
  }
  return {
    firstName: '',
    lastName: '',
    email: '',
    password: '',
    campusCode: '',
    department: '',
    role: 'user',
    canLogin: true,
  }
}

export const roleNames = { user: 'User', admin: 'Admin', 'super-user': roleBadge('super-user') ?? '' }

export const userLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  campusCode: 'Campus',
  department: 'Department',
  role: 'Role',
  canLogin: 'Can log in',
}

/** A field's value as readable text. */
export function userText(field: keyof CheckedUser, user: Partial<CheckedUser>, campuses: readonly Campus[]) {
  const { campusCode, role = 'user', canLogin, [field]: value } = user
  if (field === 'campusCode') return campuses.find(({ code }) => code === campusCode)?.name ?? String(value)
  if (field === 'role') return roleNames[role]
  return field === 'canLogin' ? (canLogin ? 'Yes' : 'No') : String(value)
}
