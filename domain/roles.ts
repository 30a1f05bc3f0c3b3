export const roles = ['user', 'admin', 'super-user'] as const
export type Role = (typeof roles)[number]

/** Who somebody is to the rules of rank; the primary admin stands above every role. */
export type Standing = { role: Role; isPrimaryAdmin: boolean }

export type Access = 'everyone' | 'user' | 'admin' | 'super-user'

const rankOfRole: Record<Role, number> = { user: 1, admin: 2, 'super-user': 3 }
const rankOfAccess: Record<Access, number> = { everyone: 0, ...rankOfRole }

/** Reads a role from outside; the old spelling `superuser` is understood, anything else unknown is null. */
export function parseRole(text: string): Role | null {
  if (text === 'superuser') return 'super-user'
  return roles.find(role => role === text) ?? null
}

export function rankOf({ role, isPrimaryAdmin }: Standing): number {
  return isPrimaryAdmin ? 4 : rankOfRole[role]
}

/** Whether somebody (null: nobody signed in) may use a call or page of this access level. */
export function mayAccess(who: Standing | null, access: Access): boolean {
  return (who ? rankOf(who) : 0) >= rankOfAccess[access]
}

export const isAdmin = (who: Standing): boolean => mayAccess(who, 'admin')
export const isSuperUser = (who: Standing): boolean => mayAccess(who, 'super-user')

/** The words of the role badge; ordinary users have none. */
export function roleBadge(role: Role): string | null {
  return { user: null, admin: 'ADMIN', 'super-user': 'Super Admin' }[role]
}
