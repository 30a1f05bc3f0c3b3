import * as client from 'openid-client'
import { isSecureAddress } from '#domain/secure-address.ts'
import { shortened } from '#domain/shortened.ts'
import { megabytes, minutes } from '#domain/units.ts'
import { withTimeout } from '#server/jobs/with-timeout.ts'
import { IssuerError } from './issuer-error.ts'
import { fetchMissingClaims, type Identity, readClaims } from './issuer-identity.ts'
import { readBytes } from './service.ts'
import { toIssuerError } from './to-issuer-error.ts'

export type Issuer = ReturnType<typeof createIssuer>

/** Secrets of the browser that began a sign-on, all derived from the token in its cookie. */
export type SignOnSecrets = { state: string; nonce: string; codeVerifier: string }

type IssuerOptions = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The URL of this application, without a trailing slash. */
  appUrl: string
  /** How long a whole step may take, in milliseconds. Users wait for it. */
  timeLimit?: number
}

const defaultTimeLimit = 8_000
const maxBytes = megabytes
/** How long the issuer's metadata is cached. */
const lifetime = 10 * minutes

/**
 * A client of one OpenID issuer. It uses the authorization code flow with PKCE, and verifies the ID token's signature
 * even though the connection is secure. Each step ends within the time limit and throws only IssuerError. Users never
 * see the issuer's own error messages.
 */
export function createIssuer({
  issuer,
  clientId,
  clientSecret,
  appUrl,
  timeLimit = defaultTimeLimit,
}: IssuerOptions) {
  const redirectUri = `${appUrl}/api/oidc/callback`
  let cached: { config: client.Configuration; until: number } | null = null
  let discovery: Promise<client.Configuration> | null = null
  // Plain http is allowed only if the configured issuer itself is on this machine and uses it.
  const isUsable = (address: string) =>
    isSecureAddress(address) && (issuer.startsWith('http:') || address.startsWith('https:'))

  // client_secret_basic, the standard's default, unless the issuer supports only client_secret_post.
  const authenticate: client.ClientAuth = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? []
    const usesPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (usesPost ? client.ClientSecretPost : client.ClientSecretBasic)(clientSecret)(server, ...request)
  }

  /** Fetches the issuer's metadata, which also shows whether it is reachable. */
  function discover(): Promise<client.Configuration> {
    discovery ??= fetchMetadata().finally(() => {
      discovery = null
    })
    return discovery
  }

  async function fetchMetadata(): Promise<client.Configuration> {
    const config = await client
      .discovery(new URL(issuer), clientId, clientSecret, authenticate, {
        [client.customFetch]: boundedFetch,
        timeout: timeLimit / 1000,
        execute: [
          client.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      })
      .catch(error => {
        throw otherIssuer(error) ?? error
      })
    const metadata = config.serverMetadata()
    // The library makes exceptions for multi-tenant issuers. With those, users of any organization could sign in.
    if (new URL(metadata.issuer).href !== new URL(issuer).href) throw isAnother(metadata.issuer)
    const { authorization_endpoint: page } = metadata
    if (!page || !isUsable(page))
      throw new IssuerError('refused', 'The issuer has no usable sign-in address.')
    cached = { config, until: performance.now() + lifetime }
    return config
  }

  return {
    /** The URL of the issuer's sign-in page. */
    begin: ({ state, nonce, codeVerifier }: SignOnSecrets): Promise<string> =>
      withinTimeLimit(timeLimit, async () => {
        const config = await discover()
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return url.href
      }),

    /** The identity of the user who comes back from the issuer, given the query of the callback. */
    finish: (query: string, { state, nonce, codeVerifier }: SignOnSecrets): Promise<Identity> =>
      withinTimeLimit(timeLimit, async () => {
        const config = cached && cached.until > performance.now() ? cached.config : await discover()
        const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        // The standard forbids longer subjects and NUL characters, and backups would reject them.
        if (!claims || claims.sub.length > 255 || claims.sub.includes('\0'))
          throw new IssuerError('refused', 'The issuer returned no valid subject.')
        return {
          issuer: claims.iss,
          subject: claims.sub,
          ...readClaims({ ...claims, ...(await fetchMissingClaims(config, claims, tokens.access_token)) }),
          endSessionUrl: endSessionUrl(config, tokens.id_token),
        }
      }),

    /** Tests with real requests whether the issuer responds and accepts our credentials. */
    attempt: (): Promise<void> =>
      withinTimeLimit(timeLimit, async () => {
        const config = await discover()
        const madeUp = {
          code: 'made-up',
          redirect_uri: redirectUri,
          code_verifier: client.randomPKCECodeVerifier(),
        }
        const reason = await client.genericGrantRequest(config, 'authorization_code', madeUp).then(
          () => 'none',
          error => refusalCode(error),
        )
        if (['invalid_client', 'unauthorized_client'].includes(reason))
          throw new IssuerError(
            'refused',
            'The issuer does not accept OIDC_CLIENT_ID with OIDC_CLIENT_SECRET.',
          )
      }),
  }

  function endSessionUrl(config: client.Configuration, idToken: string | undefined): string | null {
    const { end_session_endpoint: endpoint } = config.serverMetadata()
    if (!endpoint || !isUsable(endpoint)) return null
    const parameters = {
      post_logout_redirect_uri: `${appUrl}/auth`,
      ...(idToken && { id_token_hint: idToken }),
    }
    return client.buildEndSessionUrl(config, parameters).href
  }
}

/** The issuer's error code for a rejected request; throws if it gives none. */
function refusalCode(error: unknown): string {
  if (error instanceof client.ResponseBodyError) return error.error
  if (error instanceof client.WWWAuthenticateChallengeError) return 'invalid_client'
  throw error
}

/** Fetches only from secure addresses, follows no redirects, and limits the size of the response. */
const boundedFetch: client.CustomFetch = async (url, options) => {
  if (!isSecureAddress(url))
    throw new IssuerError('refused', 'The issuer uses an address that is not secure.')
  const response = await fetch(url, { ...options, redirect: 'manual' } as RequestInit)
  const bytes = await readBytes(response, maxBytes)
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const hasNoBody = [204, 205, 304].includes(response.status)
  return new Response(hasNoBody ? null : new Uint8Array(bytes), { status: response.status, headers })
}

async function withinTimeLimit<T>(timeLimit: number, work: () => Promise<T>): Promise<T> {
  const timeoutError = () => new IssuerError('unreachable', 'The issuer did not answer in time.')
  return withTimeout(timeLimit, timeoutError, work).catch(error => {
    throw toIssuerError(error)
  })
}

const isAnother = (name: string) =>
  new IssuerError(
    'refused',
    `The issuer identifies itself as ${shortened(name, 200)}: OIDC_ISSUER must be exactly the same.`,
  )

/** For the library's error about metadata that name another issuer, if only by a slash at the end. */
function otherIssuer({ cause }: { cause?: unknown }): IssuerError | null {
  const { attribute, body } = (cause ?? {}) as { attribute?: string; body?: { issuer: string } }
  return attribute === 'issuer' && body ? isAnother(body.issuer) : null
}
