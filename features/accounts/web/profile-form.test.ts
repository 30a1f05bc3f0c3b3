import { expect, test } from 'vitest'
import { ApiError } from '#kit/web/api/call.ts'
import { isEmailOf, profileForm, profileProblem } from './profile-form.ts'

const filled = {
  firstName: 'Ana',
  lastName: 'Reyes',
  email: 'ana@old.example',
  campusCode: 'arden',
  department: 'Youth',
  diets: [],
  dietsAtLunches: false,
}
const form = profileForm(['example.org'], filled)
const firstSentence = (change: object) => form.safeParse({ ...filled, ...change }).error?.issues[0]?.message

test('an unchanged email address passes, whatever its domain; a new one must have an allowed domain', () => {
  expect(form.safeParse(filled).success).toBe(true)
  expect(form.safeParse({ ...filled, email: ' Ana@OLD.example ' }).data?.email).toBe(filled.email)
  expect(form.safeParse({ ...filled, email: 'ana@example.org' }).success).toBe(true)
  expect(firstSentence({ email: 'ana@elsewhere.example' })).toBe('Email must be a @example.org address')
})

test('names need two characters, unless they were as short before', () => {
  expect(firstSentence({ firstName: ' A ' })).toBe('First name must be at least 2 characters')
  expect(firstSentence({ lastName: '' })).toBe('Last name must be at least 2 characters')
  const short = profileForm(['example.org'], { ...filled, lastName: 'O' })
  expect(short.safeParse({ ...filled, lastName: 'O ' }).data?.lastName).toBe('O')
  expect(short.safeParse({ ...filled, lastName: 'P ' }).success).toBe(false)
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
