import { expect, test } from 'vitest'
import { ApiError } from '#kit/web/api/call.ts'
import { verificationState } from './verification-state.ts'

const failed = (error: ApiError) => verificationState('token', { error })

test('a valid link is first loading, then verified', () => {
  expect(verificationState('token', { error: null })).toEqual({ kind: 'loading' })
  expect(verificationState('token', { data: { message: 'Verified' }, error: null })).toEqual({
    kind: 'success',
    message: 'Verified',
  })
})

test('a missing token is an error, even without a response from the server', () => {
  expect(verificationState('', { error: null })).toEqual({
    kind: 'error',
    message: 'Verification token is missing',
  })
})

test('an expired link is distinguished from an invalid one', () => {
  const sentence = 'This verification link has expired. Please request a new verification email.'
  expect(failed(new ApiError(410, sentence, { expired: true }))).toEqual({
    kind: 'expired',
    message: sentence,
  })
  expect(failed(new ApiError(400, 'Unknown link'))).toEqual({
    kind: 'error',
    message: 'Unknown link',
  })
})

test('a failure without a message gets a default one', () => {
  expect(failed(new ApiError(500, '500: ')).kind).toBe('error')
  expect(failed(new ApiError(500, '500: '))).toMatchObject({ message: 'Failed to verify email' })
  expect(failed(new ApiError(0, 'No connection'))).toMatchObject({
    message: 'An unexpected error occurred during verification',
    reason: 'No connection',
  })
})
