import { expect, test } from 'vitest'
import { ApiError } from '#kit/web/api/call.ts'
import { registrationForm, registrationProblem } from './registration.ts'
import { emailToVerify, loginProblem } from './use-login.ts'

const filled = {
  firstName: 'Ana',
  lastName: 'Reyes',
  email: ' Ana@Example.org ',
  password: 'secret1',
  campusCode: 'arden',
  department: 'Youth',
}

test('an email address is trimmed and lowercased, and must be valid and of an allowed domain', () => {
  const form = registrationForm(['example.org'])
  const sentence = (email: string) => form.safeParse({ ...filled, email }).error?.issues[0]?.message
  expect(form.parse(filled).email).toBe('ana@example.org')
  expect(sentence('ana@evil-example.org')).toBe('Email must be a @example.org address')
  expect(sentence('')).toBe('Please enter a valid email address')
})

test('a failed registration shows the status and the server’s message', () => {
  expect(registrationProblem(new ApiError(409, 'An account exists'))).toBe('Error 409: An account exists')
  expect(registrationProblem(new ApiError(500, '500: oops'))).toBe('Error 500: oops')
  expect(registrationProblem(new ApiError(500, '500: '))).toBe('Could not create your account')
  expect(registrationProblem(new ApiError(0, 'No connection'))).toBe('No connection')
})

test('a sign-in rejected only because the email is unverified yields the address to verify', () => {
  const rejection = new ApiError(403, 'Please verify', { needsVerification: true, email: 'ana@example.org' })
  expect(emailToVerify(rejection, 'typed@example.org')).toBe('ana@example.org')
  expect(emailToVerify(new ApiError(403, '', { needsVerification: true }), 'typed@example.org')).toBe(
    'typed@example.org',
  )
  expect(emailToVerify(new ApiError(403, 'Your account has been disabled.', {}), 'x@example.org')).toBeNull()
  expect(emailToVerify(new ApiError(401, '', { needsVerification: true }), 'x@example.org')).toBeNull()
})

test('a failed sign-in shows the server’s message, or else a message of its own', () => {
  expect(loginProblem(new ApiError(429, 'Too many attempts.'))).toBe('Too many attempts.')
  expect(loginProblem(new ApiError(500, '500: <html>'))).toBe('Invalid email or password')
  const unreachable = 'The server can’t be reached. Please check your connection.'
  expect(loginProblem(new ApiError(0, unreachable))).toBe(unreachable)
})
