import { ApiError } from '#kit/web/api/call.ts'

type Purpose = 'use' | 'add'

// Browsers report NotAllowedError for a missing passkey, a rejected one and a closed dialog alike, so that sites can't
// find out who has a passkey.
const sentences: Record<Purpose, Record<string, string>> = {
  use: {
    NotAllowedError: 'No passkey was used. You can try again, or use your password.',
    SecurityError: 'Passkeys don’t work at this address of the site. Please use your password.',
    other: 'Your device couldn’t use a passkey. Please try again, or use your password.',
  },
  add: {
    NotAllowedError: 'No passkey was added. You can try again at any time.',
    InvalidStateError: 'This device already has a passkey for you.',
    SecurityError: 'Passkeys don’t work at this address of the site.',
    NotSupportedError: 'This device can’t create passkeys.',
    ConstraintError: 'This device needs a screen lock first: a PIN, a fingerprint or your face.',
    other: 'Your device couldn’t create a passkey. Please try again.',
  },
}

/** The error message to show; null if the attempt was aborted because the user started another one. */
export function passkeyProblem(
  purpose: Purpose,
  error: unknown,
  { waited, timeout }: { waited: number; timeout: number } = { waited: 0, timeout: Number.POSITIVE_INFINITY },
): string | null {
  if (error instanceof ApiError && error.reason) return error.reason
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError') return null
  if (name === 'NotAllowedError' && waited >= timeout) return 'That took too long. Please try again.'
  return sentences[purpose][name] ?? sentences[purpose].other ?? null
}
