import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type WebClient, webClient } from '#tests/support/calls/web-client.ts'
import { type FakeReply, type FakeRequest, startFakeService } from './fake-service.ts'

const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** False data in the issuer's responses; undefined removes a field. */
export type Lies = {
  discovery?: Record<string, unknown>
  claims?: Record<string, unknown>
  userinfo?: Record<string, unknown> | 'silence' | 'error' | 'forbidden'
  /** Whose key signs the ID token; 'nobody' means no signature (`alg` is none), 'secret' the client's secret (HS256). */
  signedBy?: 'issuer' | 'somebody else' | 'nobody' | 'secret'
  /** Replaces these claims after the token was signed. */
  tampered?: Record<string, unknown>
  token?: { status: number; json: unknown } | 'silence'
  /** Fields added to the reply with the tokens. */
  fields?: Record<string, unknown>
  /** Rejects a request for tokens before anything else. */
  reject?: (request: FakeRequest) => FakeReply
}

/** A local issuer that is honest until `lie` changes its responses. It signs everyone in, without a page. */
export async function startMaliciousIssuer() {
  let lies: Lies = {}
  let nonce = ''
  const service = await startFakeService(request => {
    if (request.path.endsWith('/.well-known/openid-configuration'))
      return { json: { ...discovery(), ...lies.discovery } }
    if (request.path === '/jwks')
      return {
        json: {
          keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }],
        },
      }
    if (request.path === '/me') return userinfo()
    if (request.path !== '/token') return undefined
    return lies.reject?.(request) ?? lies.token ?? token()
  })
  const discovery = () => ({
    issuer: service.url,
    authorization_endpoint: `${service.url}/authorize`,
    token_endpoint: `${service.url}/token`,
    jwks_uri: `${service.url}/jwks`,
    userinfo_endpoint: `${service.url}/me`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  })
  const userinfo = () => {
    if (lies.userinfo === 'silence') return lies.userinfo
    if (lies.userinfo === 'error') return { status: 500, json: {} }
    if (lies.userinfo === 'forbidden')
      return { status: 403, json: { error: { code: 'Authorization_RequestDenied' } } }
    return { json: { sub: lies.claims?.sub ?? 'ana', ...lies.userinfo } }
  }
  const token = () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: service.url,
      sub: 'ana',
      aud: 'common-table',
      iat: now,
      exp: now + 300,
      nonce,
      email: 'ana@example.org',
      email_verified: true,
      ...lies.claims,
    }
    const fields = { access_token: 'opaque', token_type: 'Bearer', id_token: sign(claims, lies) }
    return { json: { ...fields, ...lies.fields } }
  }
  return {
    ...service,
    environment: { OIDC_ISSUER: service.url, OIDC_CLIENT_ID: 'common-table', OIDC_CLIENT_SECRET: 'secret' },
    lie: (next: Lies) => {
      lies = next
    },
    /** The callback URL to which the issuer's page would redirect the browser. */
    sendBack: (authorize: string, changes: Record<string, string | undefined> = {}): string => {
      const asked = new URL(authorize).searchParams
      nonce = asked.get('nonce') ?? ''
      const query = { code: 'a-code', state: asked.get('state') ?? '', iss: service.url, ...changes }
      const back = new URL(asked.get('redirect_uri') ?? '')
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) back.searchParams.set(name, value)
      return back.href
    },
  }
}

/** The steps of a single sign-on in a browser, at an application that trusts the issuer. */
export function signOnSteps(
  app: { origin: string },
  issuer: Awaited<ReturnType<typeof startMaliciousIssuer>>,
  appUrl: string,
) {
  const browser = () => webClient({ [appUrl]: app.origin })
  const begin = (at: WebClient, next = '/') =>
    at.goesTo(`${appUrl}/api/oidc/start?next=${encodeURIComponent(next)}`)
  const comeBack = async (at: WebClient, callback: string) => (await at.goesTo(callback)).replace(appUrl, '')
  return {
    browser,
    begin,
    comeBack,
    /** Begins a sign-on, and comes back with the issuer's honest or false response. */
    signOn: async (lies: Lies = {}, changes: Record<string, string | undefined> = {}) => {
      issuer.lie(lies)
      const at = browser()
      const callback = issuer.sendBack(await begin(at), changes)
      return { at, callback, page: await comeBack(at, callback) }
    },
  }
}

function sign(claims: Record<string, unknown>, { signedBy = 'issuer', tampered }: Lies): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { header, signature } = signers[signedBy]
  const content = `${encode(header)}.${encode(claims)}`
  const shown = tampered ? `${encode(header)}.${encode({ ...claims, ...tampered })}` : content
  return `${shown}.${signature(content)}`
}

const signedWith = (key: KeyObject) => ({
  header: { alg: 'RS256', kid: 'own' },
  signature: (content: string) => createSign('RSA-SHA256').update(content).sign(key).toString('base64url'),
})
const signers = {
  issuer: signedWith(own.privateKey),
  'somebody else': signedWith(other.privateKey),
  nobody: { header: { alg: 'none' }, signature: () => '' },
  secret: {
    header: { alg: 'HS256' },
    signature: (content: string) => createHmac('sha256', 'secret').update(content).digest('base64url'),
  },
}
