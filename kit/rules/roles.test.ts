import { expect, test } from 'vitest'
import { isAdmin, isSuperUser, mayAccess, parseRole, rankOf, roleBadge, roles } from './roles.ts'

const standing = (role: (typeof roles)[number], isPrimaryAdmin = false) => ({ role, isPrimaryAdmin })

test('only roles are accepted, with both spellings of super-user [T-33]', () => {
  expect([...roles, 'superuser'].map(parseRole)).toEqual(['user', 'admin', 'super-user', 'super-user'])
  for (const text of ['', 'Admin', 'SUPER-USER', 'root', '__proto__']) expect(parseRole(text)).toBe(null)
})

test('each access level lets in its own rank and those above', () => {
  const everybody = [null, ...roles.map(role => standing(role)), standing('user', true)]
  const allowed = (access: 'public' | 'user' | 'admin' | 'super-user') =>
    everybody.map(who => Number(mayAccess(who, access))).join('')
  expect(allowed('public')).toBe('11111')
  expect(allowed('user')).toBe('01111')
  expect(allowed('admin')).toBe('00111')
  expect(allowed('super-user')).toBe('00011')
})

test('the primary admin passes every check, whatever the role, and outranks all', () => {
  const primary = standing('user', true)
  expect([isAdmin(primary), isSuperUser(primary)]).toEqual([true, true])
  expect(rankOf(primary)).toBeGreaterThan(rankOf(standing('super-user')))
})

test('ordinary users have no badge', () => {
  expect(roles.map(roleBadge)).toEqual([null, 'ADMIN', 'Super Admin'])
})
