import type { SignOnError } from '../../oidc-contract.ts'

/** Why a single sign-on failed. The message is for super-users and the log. */
export class IssuerError extends Error {
  readonly code: Extract<SignOnError, 'cancelled' | 'expired' | 'unreachable' | 'refused'>
  /** Whether someone may have forged the response, rather than that the issuer or its settings are to blame. */
  readonly mayBeForged: boolean

  constructor(code: IssuerError['code'], message: string, cause?: unknown, mayBeForged = false) {
    super(message, { cause })
    this.code = code
    this.mayBeForged = mayBeForged
  }
}
