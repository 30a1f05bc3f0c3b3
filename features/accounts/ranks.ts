import { isAdmin, isSuperUser, type Principal, type Role, rankOf } from '#kit/rules/roles.ts'

/** The fields of an account that the administration can change. */
export const accountFields = [
  'firstName',
  'lastName',
  'campusCode',
  'department',
  'email',
  'password',
  'isVerified',
  'canLogin',
  'role',
] as const
export type AccountField = (typeof accountFields)[number]

/** What the rules of rank need to know about an account. */
export type Ranked = Principal & { id: number }

const basicFields: readonly AccountField[] = ['firstName', 'lastName', 'campusCode', 'department']
const primaryAdminFixedFields: readonly AccountField[] = ['role', 'canLogin', 'isVerified']

/**
 * Whether one account may change a field of another, or of itself, in the administration. Super-users may change
 * everyone except the primary admin, which only the primary admin may change. Administrators may change ordinary
 * users, but only the particulars of equal and higher ranks. Only super-users set roles.
 */
export function mayChange(actor: Ranked, target: Ranked, field: AccountField): boolean {
  if (!isAdmin(actor)) return false
  if (target.isPrimaryAdmin) return actor.id === target.id && !primaryAdminFixedFields.includes(field)
  if (isSuperUser(actor)) return true
  return basicFields.includes(field) || (field !== 'role' && rankOf(target) < rankOf(actor))
}

/** Whether one account may delete another, or itself, in the administration. The primary admin is never deleted. */
export function mayDelete(actor: Ranked, target: Ranked): boolean {
  return !target.isPrimaryAdmin && isAdmin(actor) && (isSuperUser(actor) || rankOf(target) < rankOf(actor))
}

/** Whether an account may add another one with this role. */
export function mayAdd(actor: Principal, role: Role): boolean {
  return isSuperUser(actor) || (isAdmin(actor) && role === 'user')
}

/** Whether an account can use the rights of a super-user: it has them, and can sign in. */
export function canActAsSuperUser(account: Principal & { canLogin: boolean; isVerified: boolean }): boolean {
  return isSuperUser(account) && account.canLogin && account.isVerified
}
