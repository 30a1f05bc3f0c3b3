import { beforeEach, expect, test } from 'vitest'
import { type Lies, signOnSteps, startMaliciousIssuer } from '#server/testing/malicious-issuer.ts'
import { testPassword } from '#server/testing/people.ts'
import { startApp } from '#server/testing/start-app.ts'
import { webClient } from '#server/testing/web-client.ts'

/* An issuer that is down, slow, or sends false metadata. */

const appUrl = 'https://lunch.example.org'
const issuer = await startMaliciousIssuer()
const app = await startApp({ APP_URL: appUrl, ...issuer.environment })
const ana = await app.user({ email: 'ana@example.org' })

const { browser, begin, comeBack, signOn } = signOnSteps(app, issuer, appUrl)

beforeEach(async () => {
  await issuer.setMode('normal')
  issuer.lie({})
})

const signInByPassword = () =>
  browser().request(`${appUrl}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ana.email, password: testPassword }),
  })

test.each([
  ['refuse connections', 'unreachable'],
  ['500', 'unreachable'],
  ['web page', 'refused'],
  ['truncated', 'refused'],
  ['empty object', 'refused'],
  ['huge', 'refused'],
  ['gzip bomb', 'refused'],
  ['redirect', 'unreachable'],
] as const)(
  'with the issuer in mode "%s", sign-on shows an error and password sign-in still works [T-168]',
  async (mode, code) => {
    await issuer.setMode(mode)
    expect(await begin(browser(), '/profile')).toBe(`${appUrl}/auth?error=${code}&next=%2Fprofile`)
    expect((await signInByPassword()).status).toBe(200)
  },
)

test('issuer metadata of more than a megabyte is rejected [T-168]', async () => {
  issuer.lie({ discovery: { service_documentation: 'x'.repeat(1024 * 1024) } })
  expect(await begin(browser())).toBe(`${appUrl}/auth?error=refused`)
})

test('an issuer that hangs, sends slowly, or never returns a token costs at most ten seconds [T-168]', async () => {
  const waits = (['hang', 'drip', 'silence'] as const).map(async trouble => {
    const slow = await startMaliciousIssuer()
    const there = await startApp({ APP_URL: appUrl, ...slow.environment })
    const at = webClient({ [appUrl]: there.origin })
    const callback = trouble === 'silence' ? slow.sendBack(await begin(at)) : null
    if (trouble === 'silence') slow.lie({ token: 'silence' })
    else await slow.setMode(trouble)
    const started = performance.now()
    const page = callback ? await comeBack(at, callback) : (await begin(at)).replace(appUrl, '')
    return [page, performance.now() - started < 10_000]
  })
  expect((await signInByPassword()).status).toBe(200)
  expect(await Promise.all(waits)).toEqual(Array(3).fill(['/auth?error=unreachable', true]))
})

test.each([
  [{ issuer: 'https://evil.example' }, 'refused'],
  [{ issuer: 'http://127.0.0.1/{tenantid}' }, 'refused'],
  [{ authorization_endpoint: 'javascript:alert(1)' }, 'refused'],
  [{ authorization_endpoint: 'http://evil.example/authorize' }, 'refused'],
])('issuer metadata with %o is rejected [T-167]', async (discovery, code) => {
  issuer.lie({ discovery })
  expect(await begin(browser())).toBe(`${appUrl}/auth?error=${code}`)
})

test.each([
  { token_endpoint: 'http://192.0.2.1/token' },
  { jwks_uri: 'http://192.0.2.1/jwks' },
  { token_endpoint: 'file:///etc/passwd' },
])('issuer metadata that would send the server to %o is rejected [T-167]', async discovery => {
  expect((await signOn({ discovery })).page).toBe('/auth?error=refused')
})

test.each(['javascript:alert(1)', 'http://evil.example/sign-out'])(
  'the issuer’s sign-out address %s is ignored [T-167]',
  async endpoint => {
    const { at, page } = await signOn({ discovery: { end_session_endpoint: endpoint } })
    expect(page).toBe('/')
    expect((await at.request(`${appUrl}/api/logout`, { method: 'POST' })).status).toBe(204)
  },
)

test.each<[string, Lies['userinfo'], string]>([
  ['taken from userinfo', { given_name: 'Nora', family_name: 'Newcomer' }, 'Nora Newcomer'],
  ['those of the address if userinfo has none', {}, 'n new'],
  ['those of the address if userinfo fails', 'error', 'n new'],
  ['those of the address if userinfo hangs', 'silence', 'n new'],
  [
    'those of the address if userinfo is about another subject',
    { sub: 'mallory', name: 'Mallory Attacker' },
    'n new',
  ],
])('names missing from the ID token are %s [T-168]', async (_what, userinfo, name) => {
  const { at, page } = await signOn({ claims: { sub: 'nora', email: 'n.new@example.org' }, userinfo })
  expect(page).toBe('/finish-account')
  const asked = await at.request(`${appUrl}/api/oidc/account`)
  const { firstName, lastName } = (await asked.json()) as { firstName: string; lastName: string }
  expect(`${firstName} ${lastName}`).toBe(name)
})

test('userinfo is not requested if the ID token has email and names', async () => {
  const claims = { sub: 'nora', email: 'n.new@example.org', name: 'Nora Newcomer' }
  issuer.requests.splice(0)
  expect((await signOn({ claims })).page).toBe('/finish-account')
  expect(issuer.requests.map(({ path }) => path)).not.toContain('/me')
})
