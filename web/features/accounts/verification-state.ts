import { noToken } from '#contract/accounts.ts'
import type { ApiError } from '#web/api/call.ts'

export type VerificationState =
  | { kind: 'loading' }
  | { kind: 'success' | 'expired' | 'error'; message: string }

/** The state of a verification, from the token in the URL and the server's response so far. */
export function verificationState(
  token: string,
  answer: { data?: { message: string } | undefined; error: ApiError | null },
): VerificationState {
  if (token === '') return { kind: 'error', message: noToken }
  if (answer.data) return { kind: 'success', message: answer.data.message }
  if (!answer.error) return { kind: 'loading' }
  const { status, extra, serverMessage, message } = answer.error
  if (extra.expired === true) return { kind: 'expired', message }
  if (serverMessage) return { kind: 'error', message: serverMessage }
  return {
    kind: 'error',
    message: status > 0 ? 'Failed to verify email' : 'An unexpected error occurred during verification',
  }
}
