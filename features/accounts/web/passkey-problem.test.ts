import { expect, test } from 'vitest'
import { ApiError } from '#kit/web/api/call.ts'
import { passkeyProblem } from './passkey-problem.ts'

const named = (name: string) => Object.assign(new Error('as the browser has it'), { name })
const unreachable = 'The server can’t be reached. Please check your connection.'
const tooMany = 'Too many failed attempts. Please try again later.'
const soon = { waited: 3_000, timeout: 300_000 }
const late = { waited: 300_500, timeout: 300_000 }

test.each([
  ['use', named('NotAllowedError'), /^No passkey was used. You can try again, or use your password.$/],
  ['add', named('NotAllowedError'), /^No passkey was added. You can try again at any time.$/],
  ['add', named('InvalidStateError'), /^This device already has a passkey for you.$/],
  ['add', named('ConstraintError'), /screen lock/],
  ['use', named('SecurityError'), /at this address/],
  ['add', new ApiError(500, '500: <html>'), /^Your device couldn’t/],
  ['use', 'nonsense', /^Your device couldn’t/],
] as const)('to %s a passkey fails with %s', (purpose, error, message) => {
  expect(passkeyProblem(purpose, error, soon)).toMatch(message)
})

test('messages of the server and connection errors are shown as they are', () => {
  expect(passkeyProblem('use', new ApiError(429, tooMany), soon)).toBe(tooMany)
  expect(passkeyProblem('use', new ApiError(0, unreachable), soon)).toBe(unreachable)
})

test('an attempt that timed out says so; one that another one aborted says nothing', () => {
  for (const purpose of ['use', 'add'] as const)
    expect(passkeyProblem(purpose, named('NotAllowedError'), late)).toBe(
      'That took too long. Please try again.',
    )
  expect(passkeyProblem('use', named('AbortError'), soon)).toBeNull()
})
