import type { SignOnError } from '#contract/oidc.ts'

/** Why a single sign-on failed. The message is for super-users and the log. */
export class IssuerError extends Error {
  readonly code: Extract<SignOnError, 'cancelled' | 'expired' | 'unreachable' | 'refused'>

  constructor(code: IssuerError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}
