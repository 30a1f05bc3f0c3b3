import { expect, test } from 'vitest'
import { type UpgradeStep, upgradeRow } from './upgrade-rows.ts'

const known: Record<number, UpgradeStep> = {
  1: (table, row) => (table === 'users' ? { ...row, nickname: row.firstName } : row),
  2: (_table, { nickname, ...row }) => ({ ...row, callName: nickname ?? null }),
}

test('a row goes through every version after its own', () => {
  expect(upgradeRow('users', { firstName: 'Robin' }, 1, { to: 3, known })).toEqual({
    firstName: 'Robin',
    callName: 'Robin',
  })
  expect(upgradeRow('users', { firstName: 'Robin' }, 2, { to: 3, known })).toEqual({
    firstName: 'Robin',
    callName: null,
  })
})

test('a row of today’s version stays as it is', () => {
  expect(upgradeRow('users', { firstName: 'Robin' }, 3, { to: 3, known })).toEqual({ firstName: 'Robin' })
})
