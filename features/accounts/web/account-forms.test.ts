import { expect, test } from 'vitest'
import { ApiError } from '#kit/web/api/call.ts'
import type { Account, User } from '../people-contract.ts'
import { userForm, userValues } from './admin/user-form.ts'
import { isEmailOf, profileForm, profileOf, profileProblem } from './profile-form.ts'

const dora = {
  firstName: 'Dora',
  // As an earlier version stored it.
  lastName: '\u200B',
  email: 'dora@old.example',
  campusCode: 'arden',
  department: 'Worship',
  role: 'user',
  canLogin: true,
  diets: [] as string[],
  dietsAtLunches: false,
} as Account & User
const domains = ['example.org']

test.each([
  {
    what: 'the profile',
    form: profileForm(domains, dora),
    values: profileOf(dora),
    wrong: ['Email must be a @example.org address', 'Last name must be at least 2 characters'],
  },
  {
    what: 'a user',
    form: userForm(domains, dora),
    values: userValues(dora),
    wrong: ['Email must be a example.org email address', 'Last name is required'],
  },
])(
  'the form of $what accepts what is stored, however it is typed, and rejects what the server would',
  row => {
    const { form, values, wrong } = row
    const sentences = (change: object) =>
      form.safeParse({ ...values, ...change }).error?.issues.map(({ message }) => message)
    expect(sentences({})).toBeUndefined()
    const typed = { firstName: ' Dorothea ', email: ' Dora@OLD.example ' }
    const { lastName, email } = dora
    expect(form.parse({ ...values, ...typed })).toMatchObject({ firstName: 'Dorothea', lastName, email })
    expect(sentences({ email: 'dora@example.org' })).toBeUndefined()
    const both = sentences({ email: 'dora@other.example', lastName: ' ' })
    expect([...new Set(both)].toSorted()).toEqual(wrong)
  },
)

test('the form of a user keeps the password if nothing is typed, and requires one for a new account', () => {
  const changed = (password: string) => userForm(domains, dora).safeParse({ ...userValues(dora), password })
  const tooShort = 'Password must be at least 6 characters'
  expect(changed('')).toMatchObject({ success: true, data: { password: undefined } })
  expect(changed('short').error?.issues).toMatchObject([{ message: tooShort }])
  const fresh = userForm(domains, undefined).safeParse(userValues(undefined))
  const messages = fresh.error?.issues.map(({ message }) => message)
  expect(messages).toEqual(expect.arrayContaining([tooShort, 'Campus is required']))
})

test('an error shows the messages of its fields, or else its own', () => {
  const errors = [
    { path: 'firstName', message: 'One' },
    { path: 'email', message: 'Two' },
  ]
  expect(profileProblem(new ApiError(400, 'One', { errors }))).toBe('One, Two')
  expect(profileProblem(new ApiError(409, 'Taken'))).toBe('Taken')
  expect(profileProblem(new ApiError(500, '500: '))).toBe('Failed to update profile information')
})

test('the typed email address is compared without spaces around it and ignoring case', () => {
  expect(isEmailOf({ email: 'ana@example.org' }, ' Ana@Example.org ')).toBe(true)
  expect(isEmailOf({ email: 'ana@example.org' }, 'ana@example.or')).toBe(false)
})
