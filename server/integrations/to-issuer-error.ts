import * as client from 'openid-client'
import { explainTls } from '#server/explain-tls.ts'
import { IssuerError } from './issuer-error.ts'

const slowOrDown = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])
const temporary = new Set(['server_error', 'temporarily_unavailable'])

export function toIssuerError(error: unknown): IssuerError {
  const own = [error, error instanceof Error && error.cause].find(each => each instanceof IssuerError)
  if (own) return own
  if (error instanceof client.AuthorizationResponseError) {
    const code =
      error.error === 'access_denied' ? 'cancelled' : temporary.has(error.error) ? 'unreachable' : 'refused'
    return new IssuerError(code, 'The issuer ended the sign-on.', error)
  }
  if (error instanceof client.ResponseBodyError) {
    const code =
      error.error === 'invalid_grant' ? 'expired' : temporary.has(error.error) ? 'unreachable' : 'refused'
    return new IssuerError(code, 'The issuer did not accept the code.', error)
  }
  const isDown =
    error instanceof client.ClientError ? slowOrDown.has(error.code ?? '') : isNetworkError(error)
  const tls = isDown ? explainTls(error, 'the issuer') : null
  if (tls) return new IssuerError('unreachable', `${tls.error}. ${tls.instruction}`, error)
  return isDown
    ? new IssuerError('unreachable', 'The issuer can’t be reached right now.', error)
    : new IssuerError('refused', 'The issuer sent a response that can’t be trusted or used.', error)
}

const isNetworkError = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || error.message === 'fetch failed' || error.message === 'terminated')
