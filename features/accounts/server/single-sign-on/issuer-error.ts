import * as client from 'openid-client'
import { shortened } from '#kit/rules/texts/shortened.ts'
import { explainTls } from '#kit/server/outbound/explain-tls.ts'
import type { SignOnError } from '../../oidc-contract.ts'

const slowOrDown = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])
/** The signature, or whom and what a response names, isn't right. Wrong times and algorithms have other codes. */
const forged = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])
/** Keycloak says the second one about a wrong secret. */
export const clientRefusals = new Set(['invalid_client', 'unauthorized_client'])
const temporary = new Set(['server_error', 'temporarily_unavailable'])

/** The error for users' code and super-users' message. The message has the issuer's words, without the secrets. */
export function toIssuerError(error: unknown, secrets: (string | null)[]): IssuerError {
  const own = [error, error instanceof Error && error.cause].find(each => each instanceof IssuerError)
  if (own) return own
  if (error instanceof client.AuthorizationResponseError) {
    const code =
      error.error === 'access_denied' ? 'cancelled' : temporary.has(error.error) ? 'unreachable' : 'refused'
    return new IssuerError(code, `The issuer ended the sign-on${wordsOf(error, secrets)}.`, error)
  }
  if (error instanceof client.ResponseBodyError) {
    const code =
      error.error === 'invalid_grant' ? 'expired' : temporary.has(error.error) ? 'unreachable' : 'refused'
    const what = clientRefusals.has(error.error) ? clientRefused : 'The issuer did not accept the code'
    return new IssuerError(code, `${what}${wordsOf(error, secrets)}.`, error)
  }
  // Bearer: it is the userinfo endpoint that rejects the access token.
  if (
    error instanceof client.WWWAuthenticateChallengeError &&
    !error.cause.some(({ scheme }) => scheme === 'bearer')
  )
    return new IssuerError('refused', `${clientRefused}.`, error)
  const isDown =
    error instanceof client.ClientError ? slowOrDown.has(error.code ?? '') : isNetworkError(error)
  const tls = isDown ? explainTls(error, 'the issuer') : null
  if (tls) return new IssuerError('unreachable', `${tls.error}. ${tls.instruction}`, error)
  if (isDown) return new IssuerError('unreachable', 'The issuer can’t be reached right now.', error)
  const alg = algOf(error)
  if (alg?.startsWith('HS')) return new IssuerError('refused', signedWithSecret(alg), error)
  return new IssuerError(
    'refused',
    'The issuer sent a response that can’t be trusted or used.',
    error,
    error instanceof client.ClientError && forged.has(error.code ?? ''),
  )
}

const clientRefused = 'The issuer does not accept OIDC_CLIENT_ID with OIDC_CLIENT_SECRET'
const signedWithSecret = (alg: string) =>
  `The issuer signs ID tokens with ${alg}, a secret: choose a key pair for the client there (RS256, ES256 …).`

/** The algorithm that the library rejects. */
function algOf(error: unknown): string | undefined {
  type Details = { cause?: Details; alg?: string; header?: { alg?: string } }
  const { cause } = (error as Details).cause ?? {}
  return cause?.alg ?? cause?.header?.alg
}

function wordsOf(
  { error, error_description: description }: { error: string; error_description?: string },
  secrets: (string | null)[],
): string {
  const words = [error, description]
    .filter(Boolean)
    .join(', ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
  const clean = secrets.reduce<string>(
    (text, secret) => (secret ? text.replaceAll(secret, '…') : text),
    words,
  )
  return `: ${shortened(clean.trim().replace(/\.$/, ''), 300)}`
}

const isNetworkError = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || error.message === 'fetch failed' || error.message === 'terminated')

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

/** What sign-ons need, by the metadata that list it, and which entries will do. Metadata that are missing say nothing. */
const needs: [keyof client.ServerMetadata, accepted: RegExp, what: string][] = [
  ['response_types_supported', /^code$/, 'the authorization code flow'],
  ['grant_types_supported', /^authorization_code$/, 'the authorization code flow'],
  ['code_challenge_methods_supported', /^S256$/, 'PKCE with S256'],
  ['token_endpoint_auth_methods_supported', /^client_secret_(basic|post)$/, 'clients with a secret'],
  ['scopes_supported', /^openid$/, 'the scope openid'],
  ['scopes_supported', /^email$/, 'the scope email'],
  [
    'id_token_signing_alg_values_supported',
    /^(RS|PS|ES|Ed|ML)/,
    'ID tokens signed with a key pair, such as RS256 or ES256 (authentik: choose a signing key for the provider)',
  ],
]

/** Throws if the issuer doesn't offer what sign-ons need, with a sentence for super-users. */
export function requireOffered(metadata: client.ServerMetadata): void {
  const lacking = needs.filter(([field, accepted]) => {
    const offered = metadata[field]
    return Array.isArray(offered) && !offered.some(each => accepted.test(String(each)))
  })
  const list = [...new Set(lacking.map(([field, , what]) => `${what} [${field}]`))]
  if (list.length > 0)
    throw new IssuerError(
      'refused',
      `By its metadata, the issuer doesn’t offer what sign-ons need: ${list.join('; ')}.`,
    )
}
