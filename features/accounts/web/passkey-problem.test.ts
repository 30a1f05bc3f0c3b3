import { expect, test } from 'vitest'
import { ApiError } from '#kit/web/api/call.ts'
import { passkeyProblem } from './passkey-problem.ts'

const named = (name: string) => Object.assign(new Error('as the browser has it'), { name })
const unreachable = 'The server can’t be reached. Please check your connection.'
const soon = { waited: 3_000, timeout: 300_000 }

test('a closed dialog or a missing passkey gets a message that suggests trying again', () => {
  expect(passkeyProblem('use', named('NotAllowedError'), soon)).toBe(
    'No passkey was used. You can try again, or use your password.',
  )
  expect(passkeyProblem('add', named('NotAllowedError'), soon)).toBe(
    'No passkey was added. You can try again at any time.',
  )
})

test('an attempt that timed out says so', () => {
  const late = { waited: 300_500, timeout: 300_000 }
  for (const purpose of ['use', 'add'] as const)
    expect(passkeyProblem(purpose, named('NotAllowedError'), late)).toBe(
      'That took too long. Please try again.',
    )
})

test('an attempt aborted by another one shows no message', () => {
  expect(passkeyProblem('use', named('AbortError'), soon)).toBeNull()
})

test('a device that already has a passkey, or can’t have one, gets a message saying so', () => {
  expect(passkeyProblem('add', named('InvalidStateError'), soon)).toBe(
    'This device already has a passkey for you.',
  )
  expect(passkeyProblem('add', named('ConstraintError'), soon)).toMatch(/screen lock/)
  expect(passkeyProblem('use', named('SecurityError'), soon)).toMatch(/at this address/)
})

test('server messages and connection errors are shown as they are, other technical details are hidden', () => {
  expect(
    passkeyProblem('use', new ApiError(429, 'Too many failed attempts. Please try again later.'), soon),
  ).toBe('Too many failed attempts. Please try again later.')
  expect(passkeyProblem('use', new ApiError(0, unreachable), soon)).toBe(unreachable)
  expect(passkeyProblem('add', new ApiError(500, '500: <html>'), soon)).toMatch(/^Your device couldn’t/)
  expect(passkeyProblem('use', 'nonsense', soon)).toMatch(/^Your device couldn’t/)
})
