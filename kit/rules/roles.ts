export const roles = ['user', 'admin', 'super-user'] as const
export type Role = (typeof roles)[number]

/** An account's standing in the rules of rank; the primary admin is above every role. */
export type Principal = { role: Role; isPrimaryAdmin: boolean }

export type Access = 'public' | 'user' | 'admin' | 'super-user'

const rankOfRole: Record<Role, number> = { user: 1, admin: 2, 'super-user': 3 }
const rankOfAccess: Record<Access, number> = { public: 0, ...rankOfRole }

/** Reads a role from outside. The old spelling `superuser` is accepted; anything unknown is null. */
export function parseRole(text: string): Role | null {
  if (text === 'superuser') return 'super-user'
  return roles.find(role => role === text) ?? null
}

export function rankOf({ role, isPrimaryAdmin }: Principal): number {
  return isPrimaryAdmin ? 4 : rankOfRole[role]
}

/** Whether a user (null: not signed in) may use a call or page of this access level. */
export function mayAccess(who: Principal | null, access: Access): boolean {
  return (who ? rankOf(who) : 0) >= rankOfAccess[access]
}

export const isAdmin = (who: Principal): boolean => mayAccess(who, 'admin')
export const isSuperUser = (who: Principal): boolean => mayAccess(who, 'super-user')

/** The text of the role badge; ordinary users have none. */
export function roleBadge(role: Role): string | null {
  return { user: null, admin: 'ADMIN', 'super-user': 'Super Admin' }[role]
}
