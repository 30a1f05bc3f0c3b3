import { ApiError } from '#web/api/call.ts'

/** What an attempt to use or make a passkey was for. */
type Purpose = 'use' | 'add'

// Browsers say the same about a passkey that isn't there, one that was refused and a dialog that was closed: nobody learns who has
// one.
const sentences: Record<Purpose, Record<string, string>> = {
  use: {
    NotAllowedError: 'No passkey was used. You can try again, or use your password.',
    SecurityError: 'Passkeys don’t work at this address of the site. Please use your password.',
    other: 'Your device couldn’t use a passkey. Please try again, or use your password.',
  },
  add: {
    NotAllowedError: 'No passkey was added. You can try again at any time.',
    InvalidStateError: 'This device has a passkey for you already.',
    SecurityError: 'Passkeys don’t work at this address of the site.',
    NotSupportedError: 'This device can’t make passkeys.',
    ConstraintError: 'This device needs a screen lock first: a PIN, a fingerprint or your face.',
    other: 'Your device couldn’t make a passkey. Please try again.',
  },
}

/** What to say about it; null where somebody has begun something else instead. */
export function passkeyProblem(
  purpose: Purpose,
  error: unknown,
  { waited, timeout }: { waited: number; timeout: number },
): string | null {
  if (error instanceof ApiError && error.reason) return error.reason
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError') return null
  if (name === 'NotAllowedError' && waited >= timeout) return 'That took too long. Please try again.'
  return sentences[purpose][name] ?? sentences[purpose].other ?? null
}
