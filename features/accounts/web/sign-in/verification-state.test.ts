import { expect, test } from 'vitest'
import { ApiError } from '#kit/web/api/call.ts'
import { verificationState } from './verification-state.ts'

const expired = 'This verification link has expired. Please request a new verification email.'

test.each([
  ['a link that is being checked', { error: null }, { kind: 'loading' }],
  ['a valid link', { data: { message: 'Verified' }, error: null }, { kind: 'success', message: 'Verified' }],
  [
    'an expired link',
    { error: new ApiError(410, expired, { expired: true }) },
    { kind: 'expired', message: expired },
  ],
  ['an invalid link', { error: new ApiError(400, 'Unknown') }, { kind: 'error', message: 'Unknown' }],
  [
    'a failure without a message',
    { error: new ApiError(500, '500: ') },
    { kind: 'error', message: 'Failed to verify email' },
  ],
  [
    'no connection',
    { error: new ApiError(0, 'No connection') },
    {
      kind: 'error',
      message: 'An unexpected error occurred during verification',
      reason: 'No connection',
    },
  ],
])('%s', (_, reply, state) => expect(verificationState('token', reply)).toEqual(state))

test('a missing token is an error without a reply of the server', () => {
  const state = { kind: 'error', message: 'Verification token is missing' }
  expect(verificationState('', { error: null })).toEqual(state)
})
