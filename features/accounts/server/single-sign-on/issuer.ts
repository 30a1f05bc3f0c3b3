import * as client from 'openid-client'
import { isSecureAddress } from '#kit/rules/addresses/secure-address.ts'
import { shortened } from '#kit/rules/texts/shortened.ts'
import { megabytes, minutes } from '#kit/rules/units.ts'
import { withTimeout } from '#kit/server/jobs/with-timeout.ts'
import { readBytes } from '#kit/server/outbound/service.ts'
import { clientRefusals, IssuerError, requireOffered, toIssuerError } from './issuer-error.ts'
import { fetchMissingClaims, type Identity, readClaims } from './issuer-identity.ts'

/** Secrets of the browser that began a sign-on, all derived from the token in its cookie. */
export type SignOnSecrets = { state: string; nonce: string; codeVerifier: string }

type IssuerOptions = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Whether an address counts as verified if the issuer doesn't say. */
  trustsEmail?: boolean
  /** The URL of this application, without a trailing slash. */
  appUrl: string
  /** How long a whole step may take, in milliseconds. Users wait for it. */
  timeLimit?: number
}

const defaultTimeLimit = 8_000
const maxBytes = megabytes
/** Servers reject longer addresses: some 2,000 characters work everywhere. */
const longestAddress = 2_000
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
  trustsEmail = false,
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
  let prefersPost = false
  const authenticate: client.ClientAuth = (server, ...request) => {
    const { basic, post } = authMethodsOf(server)
    const usesPost = post && (prefersPost || !basic)
    return (usesPost ? client.ClientSecretPost : client.ClientSecretBasic)(clientSecret)(server, ...request)
  }

  /** If the issuer rejects the client, tries its other method: not all decode the header, or allow each client both. */
  async function authenticated<T>(config: client.Configuration, request: () => Promise<T>): Promise<T> {
    const usedPost = prefersPost
    return request().catch(async error => {
      const { basic, post } = authMethodsOf(config.serverMetadata())
      if (!basic || !post || !isClientRefused(error)) throw error
      prefersPost = !usedPost
      return request().catch(again => {
        if (isClientRefused(again)) prefersPost = usedPost
        throw again
      })
    })
  }

  const within = <T>(work: () => Promise<T>, secrets: (string | null)[] = []): Promise<T> => {
    const timeoutError = () => new IssuerError('unreachable', 'The issuer did not answer in time.')
    return withTimeout(timeLimit, timeoutError, work).catch(error => {
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      throw toIssuerError(error, [basic, clientSecret, encodeURIComponent(clientSecret), ...secrets])
    })
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
    begin: (
      { state, nonce, codeVerifier }: SignOnSecrets,
      { choosesAccount = false } = {},
    ): Promise<string> =>
      within(async () => {
        const config = await discover()
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(choosesAccount && promptForAccount(config.serverMetadata())),
        })
        return url.href
      }),

    /** The identity of the user who comes back from the issuer, given the query of the callback. */
    finish: (query: string, { state, nonce, codeVerifier }: SignOnSecrets): Promise<Identity> =>
      within(async () => {
        const config = cached && cached.until > performance.now() ? cached.config : await discover()
        const tokens = await authenticated(config, () =>
          client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
          }),
        )
        const claims = tokens.claims()
        // The standard forbids longer subjects and NUL characters, and backups would reject them.
        if (!claims || claims.sub.length > 255 || claims.sub.includes('\0'))
          throw new IssuerError('refused', 'The issuer returned no valid subject.')
        const missing = await fetchMissingClaims(config, claims, {
          accessToken: tokens.access_token,
          trustsEmail,
        })
        return {
          issuer: claims.iss,
          subject: claims.sub,
          ...readClaims({ ...claims, ...missing }),
          endSessionUrl: endSessionUrl(config, tokens.id_token),
        }
      }, [new URLSearchParams(query).get('code'), codeVerifier]),

    /** Tests with real requests whether the issuer responds, has what sign-ons need, and accepts our credentials. */
    attempt: (): Promise<void> =>
      within(async () => {
        const config = await discover()
        requireOffered(config.serverMetadata())
        const madeUp = {
          code: 'made-up',
          redirect_uri: redirectUri,
          code_verifier: client.randomPKCECodeVerifier(),
        }
        const request = () => client.genericGrantRequest(config, 'authorization_code', madeUp)
        await authenticated(config, request).catch(error => {
          // The issuer can't accept the code. Any other reason than our credentials shows that it accepts those.
          if (isClientRefused(error) || !(error instanceof client.ResponseBodyError)) throw error
        })
      }),
  }

  function endSessionUrl(config: client.Configuration, idToken: string | undefined): string | null {
    const { end_session_endpoint: endpoint } = config.serverMetadata()
    if (!endpoint || !isUsable(endpoint)) return null
    const urlWith = (hint: { id_token_hint?: string }) =>
      client.buildEndSessionUrl(config, { post_logout_redirect_uri: `${appUrl}/auth`, ...hint }).href
    const url = urlWith(idToken ? { id_token_hint: idToken } : {})
    // An ID token that lists hundreds of groups: the issuer then asks whether to sign out.
    return url.length > longestAddress ? urlWith({}) : url
  }
}

/** Asks people which account to use, also where the issuer has signed one in already. */
function promptForAccount({ prompt_values_supported: offered }: client.ServerMetadata): { prompt?: string } {
  const prompt = ['select_account', 'login'].find(value => !Array.isArray(offered) || offered.includes(value))
  return prompt ? { prompt } : {}
}

const authMethodsOf = ({ token_endpoint_auth_methods_supported: methods = [] }: client.ServerMetadata) => ({
  basic: methods.includes('client_secret_basic'),
  post: methods.includes('client_secret_post'),
})

const isClientRefused = (error: unknown) =>
  error instanceof client.WWWAuthenticateChallengeError ||
  (error instanceof client.ResponseBodyError && clientRefusals.has(error.error))

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
  const json = hasNoBody ? undefined : tidied(bytes)
  // A refusal says more in its body than in this header, and the library reads only one of them.
  if (options.method === 'POST' && json !== undefined) headers.delete('www-authenticate')
  const body = hasNoBody ? null : (json ?? new Uint8Array(bytes))
  return new Response(body, { status: response.status, headers })
}

/** JSON in which null counts as left out, and without `scope`, which some issuers send as a list and is not read. */
function tidied(bytes: Uint8Array): string | undefined {
  try {
    const clean = (key: string, value: unknown) => (value === null || key === 'scope' ? undefined : value)
    return JSON.stringify(JSON.parse(Buffer.from(bytes).toString(), clean))
  } catch {
    return undefined
  }
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
