import { expect, it } from 'vitest'
import type { Account } from '../../people-contract.ts'
import { userForm, userValues } from './user-form.ts'

const dora = {
  firstName: 'Dora',
  lastName: 'Dumpling',
  email: 'dora@old.example',
  campusCode: 'arden',
  department: 'Worship',
  role: 'user',
  canLogin: true,
} as Account

it('accepts an unchanged email address, but no new one of another domain', () => {
  const form = userForm(['example.org'], dora)
  expect(form.safeParse(userValues(dora)).success).toBe(true)
  expect(form.safeParse({ ...userValues(dora), email: 'Dora@Old.example ' }).data?.email).toBe(dora.email)
  const moved = form.safeParse({ ...userValues(dora), email: 'dora@other.example' })
  expect(moved.error?.issues[0]?.message).toBe('Email must be a example.org email address')
})

it('accepts what is stored, even if it was never valid', () => {
  const old = { ...dora, lastName: '\u200B' }
  const form = userForm(['example.org'], old)
  expect(form.parse({ ...userValues(old), firstName: ' Dorothea ' })).toMatchObject({
    ...{ firstName: 'Dorothea', lastName: '\u200B' },
  })
  expect(form.safeParse({ ...userValues(old), lastName: ' ' }).error?.issues[0]).toMatchObject({
    path: ['lastName'],
    message: 'Last name is required',
  })
})

it('keeps the password if nothing is typed, and requires one for a new account', () => {
  expect(userForm(['example.org'], dora).parse(userValues(dora)).password).toBeUndefined()
  const tooShort = userForm(['example.org'], dora).safeParse({ ...userValues(dora), password: 'short' })
  expect(tooShort.error?.issues[0]?.message).toBe('Password must be at least 6 characters')
  const fresh = userForm(['example.org'], undefined).safeParse(userValues(undefined))
  const messages = fresh.error?.issues.map(({ message }) => message)
  expect(messages).toContain('Password must be at least 6 characters')
  expect(messages).toContain('Campus is required')
})
