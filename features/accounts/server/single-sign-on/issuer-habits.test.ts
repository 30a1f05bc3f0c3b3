// On one engine: a service of others.
import { expect, test } from 'vitest'
import { type Lies, startMaliciousIssuer } from '#tests/support/services/malicious-issuer.ts'
import { createIssuer } from './issuer.ts'

/* Habits of real issuers that the standard doesn't have, or leaves open. */

const fake = await startMaliciousIssuer()
const secrets = { state: 'a-state', nonce: 'a-nonce', codeVerifier: 'v'.repeat(43) }

const issuerOf = ({ trustsEmail = true, clientSecret = 'secret' } = {}) =>
  createIssuer({
    issuer: fake.url,
    clientId: 'common-table',
    clientSecret,
    trustsEmail,
    appUrl: 'https://lunch.example.org',
    timeLimit: 4_000,
  })

async function signOn(lies: Lies, issuer = issuerOf()) {
  fake.lie(lies)
  return issuer.finish(new URL(fake.sendBack(await issuer.begin(secrets))).search.slice(1), secrets)
}
const unknown = { email_verified: undefined }

test.each<[string, Lies, object]>([
  ['refuses userinfo (Entra)', { claims: unknown, userinfo: 'forbidden' }, { email: 'ana@example.org' }],
  [
    'never answers userinfo',
    { claims: unknown, userinfo: 'silence' },
    { emailVerified: null, firstName: 'ana' },
  ],
  ['fails at userinfo', { userinfo: 'error' }, { emailVerified: true, firstName: 'ana' }],
  [
    'speaks of another subject in userinfo',
    { claims: unknown, userinfo: { sub: 'm', name: 'Mallory Attacker' } },
    { emailVerified: null, firstName: 'ana' },
  ],
  [
    'gives names only in userinfo',
    { userinfo: { given_name: 'Nora', family_name: 'Newcomer' } },
    { firstName: 'Nora', lastName: 'Newcomer' },
  ],
  [
    'spells the address in two ways',
    {
      claims: { ...unknown, email: 'Ana@Example.org' },
      userinfo: { email: ' ana@example.org', email_verified: true },
    },
    { email: 'ana@example.org', emailVerified: true },
  ],
  [
    'has null for what it leaves out',
    { fields: { refresh_token: null, scope: null, expires_in: null } },
    { subject: 'ana' },
  ],
  ['lists scopes (Twitch)', { fields: { scope: ['openid', 'email'] } }, { subject: 'ana' }],
  [
    'puts hundreds of groups into ID tokens',
    {
      claims: { groups: Array(300).fill('a group') },
      discovery: { end_session_endpoint: `${fake.url}/end` },
    },
    {
      endSessionUrl: `${fake.url}/end?post_logout_redirect_uri=https%3A%2F%2Flunch.example.org%2Fauth&client_id=common-table`,
    },
  ],
])('an issuer that %s is understood [T-168]', async (_habit, lies, identity) => {
  expect(await signOn(lies)).toMatchObject(identity)
})

test('userinfo is not requested if the ID token has email and names', async () => {
  fake.requests.splice(0)
  await signOn({ claims: { name: 'Ana Sample' } })
  expect(fake.requests.map(({ path }) => path)).not.toContain('/me')
})

test('an issuer that isn’t trusted for addresses must answer userinfo; “not verified” there counts for any [T-160]', async () => {
  const untrusted = signOn({ claims: unknown, userinfo: 'forbidden' }, issuerOf({ trustsEmail: false }))
  await expect(untrusted).rejects.toMatchObject({ code: 'unreachable' })
  const userinfo = { email: 'ana@example.org', email_verified: false }
  expect(await signOn({ claims: unknown, userinfo })).toMatchObject({ emailVerified: false })
})

test('a client that is rejected with one method is tried with the other, which is kept', async () => {
  const discovery = { token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'] }
  const invalid = { status: 401, headers: { 'www-authenticate': 'Basic' }, json: { error: 'invalid_client' } }
  const onlyPost: Lies = { discovery, reject: ({ headers }) => (headers.authorization ? invalid : undefined) }
  const issuer = issuerOf()
  expect(await signOn(onlyPost, issuer)).toMatchObject({ subject: 'ana' })
  fake.requests.splice(0)
  await issuer.attempt()
  expect(await signOn(onlyPost, issuer)).toMatchObject({ subject: 'ana' })
  expect(
    fake.requests.filter(({ path }) => path === '/token').map(({ headers }) => headers.authorization),
  ).toEqual([undefined, undefined])
  // The client was set up again, for the other one.
  const onlyBasic: Lies = {
    discovery,
    reject: ({ headers }) => (headers.authorization ? undefined : invalid),
  }
  expect(await signOn(onlyBasic, issuer)).toMatchObject({ subject: 'ana' })
})

test('the reason of a rejected client is passed on without the secret', async () => {
  const description = "AADSTS7000222: The keys of client 'common-table' are expired: s%c/ret.\r\nTrace ID: 1"
  const reject = () => ({ status: 401, json: { error: 'invalid_client', error_description: description } })
  const issuer = issuerOf({ clientSecret: 's%c/ret' })
  const refusal = {
    code: 'refused',
    mayBeForged: false,
    message:
      'The issuer does not accept OIDC_CLIENT_ID with OIDC_CLIENT_SECRET: invalid_client, ' +
      "AADSTS7000222: The keys of client 'common-table' are expired: …. Trace ID: 1.",
  }
  await expect(signOn({ reject }, issuer)).rejects.toMatchObject(refusal)
  await expect(issuer.attempt()).rejects.toMatchObject(refusal)
})

test.each<[Record<string, unknown>, string]>([
  [{ id_token_signing_alg_values_supported: ['HS256'] }, 'choose a signing key'],
  [{ response_types_supported: ['id_token', 'token'] }, 'the authorization code flow'],
  [{ grant_types_supported: ['implicit'] }, 'the authorization code flow'],
  [{ code_challenge_methods_supported: ['plain'] }, 'PKCE with S256'],
  [{ token_endpoint_auth_methods_supported: ['private_key_jwt'] }, 'clients with a secret'],
  [{ scopes_supported: ['openid'] }, 'the scope email'],
])('an issuer whose metadata say %o does not pass the trial', async (discovery, sentence) => {
  fake.lie({ discovery })
  await expect(issuerOf().attempt()).rejects.toThrow(sentence)
})

test.each([['HS256'], ['RS256', 'HS256'], ['RS256']])(
  'an ID token signed with a secret, where %s is offered, is rejected with the reason',
  async (...algs) => {
    const lies: Lies = { signedBy: 'secret', discovery: { id_token_signing_alg_values_supported: algs } }
    const message = expect.stringContaining('signs ID tokens with HS256')
    await expect(signOn(lies)).rejects.toMatchObject({ code: 'refused', message, mayBeForged: false })
  },
)

test.each([
  [undefined, 'select_account'],
  [['none', 'login', 'select_account'], 'select_account'],
  [['none', 'login', 'consent'], 'login'],
  [['none'], null],
])('with the prompts %o, an issuer is asked to let people choose by %s', async (offered, prompt) => {
  fake.lie({ discovery: { prompt_values_supported: offered } })
  const address = await issuerOf().begin(secrets, { choosesAccount: true })
  expect(new URL(address).searchParams.get('prompt')).toBe(prompt)
})
