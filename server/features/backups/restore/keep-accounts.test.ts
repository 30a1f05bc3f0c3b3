// On both engines: backups.
import { describe, expect, test } from 'vitest'
import type { UserRow } from '#server/database/schema.ts'
import { keepAccounts, mergeAccount } from './keep-accounts.ts'

const account = (id: number, fields: Partial<UserRow> = {}): UserRow => ({
  id,
  firstName: 'Robin',
  lastName: 'Sample',
  username: `robin${id}`,
  email: `robin${id}@example.org`,
  passwordHash: `hash ${id}`,
  campusCode: 'arden',
  department: 'Worship',
  role: 'user',
  imageHash: null,
  isVerified: true,
  canLogin: true,
  diets: '',
  dietsAtLunches: false,
  isPrimaryAdmin: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...fields,
})
const primary = account(1, { email: 'admin@example.org', role: 'super-user', isPrimaryAdmin: true })

describe('accounts that survive a restore', () => {
  test('replace the same person’s account in the backup, and keep password and rights', () => {
    const inBackup = account(9, { email: 'admin@example.org', passwordHash: 'planted', canLogin: false })
    const { matches, additions } = keepAccounts([inBackup, account(2)], [primary])
    expect(additions).toEqual([])
    expect(mergeAccount(inBackup, matches.get(9))).toEqual({
      ...inBackup,
      passwordHash: 'hash 1',
      role: 'super-user',
      canLogin: true,
      isPrimaryAdmin: true,
    })
  })

  test('include the primary admin, who replaces the one in the backup, whatever its address [T-30]', () => {
    const former = account(4, { email: 'old.admin@example.org', role: 'super-user', isPrimaryAdmin: true })
    const { matches } = keepAccounts([former], [primary])
    expect(mergeAccount(former, matches.get(4))).toMatchObject({
      id: 4,
      email: 'admin@example.org',
      isPrimaryAdmin: true,
    })
  })

  test('keep any other account in the backup from becoming the primary admin [T-30]', () => {
    const impostor = account(4, { email: 'old.admin@example.org', isPrimaryAdmin: true })
    const known = account(5, { email: 'admin@example.org' })
    const { matches } = keepAccounts([impostor, known], [primary])
    expect(mergeAccount(impostor, matches.get(4)).isPrimaryAdmin).toBe(false)
    expect(mergeAccount(known, matches.get(5)).isPrimaryAdmin).toBe(true)
  })

  test('do not replace the backup’s primary admin twice', () => {
    const restorer = account(7, { email: 'old.admin@example.org', role: 'super-user' })
    const former = account(4, { email: 'old.admin@example.org', isPrimaryAdmin: true })
    const { matches, additions } = keepAccounts([former], [primary, restorer])
    expect(matches.get(4)).toBe(restorer)
    expect(additions).toEqual([primary])
  })

  test('are added if they are not in the backup, with the same id and username if these are free', () => {
    const restorer = account(7, { role: 'super-user' })
    expect(keepAccounts([account(2)], [primary, restorer]).additions).toEqual([primary, restorer])
    const taken = [account(1), account(7, { email: 'x@example.org' }), account(30, { username: 'robin12' })]
    const { additions } = keepAccounts(taken, [primary, restorer])
    expect(additions.map(({ id, username, email }) => [id, username, email])).toEqual([
      [31, 'robin13', 'admin@example.org'],
      [32, 'robin72', 'robin7@example.org'],
    ])
  })
})
