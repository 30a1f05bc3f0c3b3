// On both engines: backups.
import { describe, expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { rowsOf } from '#tests/support/databases/rows.ts'
import { keepAccounts } from './keep-accounts.ts'

const { rowOf } = rowsOf({ db: null as never, now: () => new Date(0) })
const account = (id: number, fields: Partial<Row<'users'>> = {}) => {
  const names = { username: `robin${id}`, email: `robin${id}@example.org` }
  return { ...rowOf('users', { ...names, ...fields }), id } as Row<'users'>
}
const primary = account(1, { email: 'admin@example.org', role: 'super-user', isPrimaryAdmin: true })

describe('accounts that survive a restore', () => {
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
