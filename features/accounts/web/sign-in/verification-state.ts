import { type ApiError, errorField } from '#kit/web/api/call.ts'
import { noToken } from '../../contract.ts'

export type VerificationState =
  | { kind: 'loading' }
  | { kind: 'success' | 'expired'; message: string }
  /** `reason`: why the server gave no verdict, so that trying again may help. */
  | { kind: 'error'; message: string; reason?: string }

/** The state of a verification, from the token in the URL and the server's response so far. */
export function verificationState(
  token: string,
  reply: { data?: { message: string }; error: ApiError | null },
): VerificationState {
  if (token === '') return { kind: 'error', message: noToken }
  if (reply.data) return { kind: 'success', message: reply.data.message }
  if (!reply.error) return { kind: 'loading' }
  const { isConnectionLoss, serverMessage, message } = reply.error
  if (errorField(reply.error, 'expired') === true) return { kind: 'expired', message }
  if (isConnectionLoss) {
    return { kind: 'error', message: 'An unexpected error occurred during verification', reason: message }
  }
  return { kind: 'error', message: serverMessage ?? 'Failed to verify email' }
}
