import { expect, test } from 'vitest'
import { ApiError } from '#web/api/call.ts'
import { passkeyProblem } from './passkey-problem.ts'

const named = (name: string) => Object.assign(new Error('as the browser has it'), { name })
const unreachable = 'The server can’t be reached. Please check your connection.'
const soon = { waited: 3_000, timeout: 300_000 }

test('a dialog that was closed, or a device without a passkey, is no drama', () => {
  expect(passkeyProblem('use', named('NotAllowedError'), soon)).toBe(
    'No passkey was used. You can try again, or use your password.',
  )
  expect(passkeyProblem('add', named('NotAllowedError'), soon)).toBe(
    'No passkey was added. You can try again at any time.',
  )
})

test('who let the time run out is told so', () => {
  const late = { waited: 300_500, timeout: 300_000 }
  for (const purpose of ['use', 'add'] as const)
    expect(passkeyProblem(purpose, named('NotAllowedError'), late)).toBe(
      'That took too long. Please try again.',
    )
})

test('an attempt that gave way to another one says nothing', () => {
  expect(passkeyProblem('use', named('AbortError'), soon)).toBeNull()
})

test('a device that was added before, or can’t, says so', () => {
  expect(passkeyProblem('add', named('InvalidStateError'), soon)).toBe(
    'This device has a passkey for you already.',
  )
  expect(passkeyProblem('add', named('ConstraintError'), soon)).toMatch(/screen lock/)
  expect(passkeyProblem('use', named('SecurityError'), soon)).toMatch(/at this address/)
})

test('the server’s sentence is shown as it is, a lost connection too, and nothing else of the machine', () => {
  expect(
    passkeyProblem('use', new ApiError(429, 'Too many failed attempts. Please try again later.'), soon),
  ).toBe('Too many failed attempts. Please try again later.')
  expect(passkeyProblem('use', new ApiError(0, unreachable), soon)).toBe(unreachable)
  expect(passkeyProblem('use', new ApiError(502, '502: <html>'), soon)).toBe(unreachable)
  expect(passkeyProblem('add', new ApiError(500, '500: <html>'), soon)).toMatch(/^Your device couldn’t/)
  expect(passkeyProblem('use', 'nonsense', soon)).toMatch(/^Your device couldn’t/)
})
