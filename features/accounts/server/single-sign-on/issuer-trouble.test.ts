// On one engine: issuers in trouble.
import { beforeEach, describe, expect, test } from 'vitest'
import { type WebClient, webClient } from '#tests/support/calls/web-client.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { type Lies, signOnSteps, startMaliciousIssuer } from '#tests/support/services/malicious-issuer.ts'
import { startApp } from '#tests/support/start-app.ts'

/* An issuer that is down, slow, sends false metadata, or rejects everyone; and one that keeps its session. */

const appUrl = 'https://lunch.example.org'
const issuer = await startMaliciousIssuer()
const app = await startApp({ APP_URL: appUrl, ...issuer.environment })
const ana = await app.user({ email: 'ana@example.org' })

const { browser, begin, comeBack, signOn } = signOnSteps(app, issuer, appUrl)

beforeEach(async () => {
  await issuer.setMode('normal')
  issuer.lie({})
  await app.db.deleteFrom('throttles').execute()
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

test.each<[string, Lies['discovery']]>([
  ['of another issuer', { issuer: 'https://evil.example' }],
  ['of an issuer for any tenant', { issuer: 'http://127.0.0.1/{tenantid}' }],
  ['with a script instead of its page', { authorization_endpoint: 'javascript:alert(1)' }],
  ['with a page without https', { authorization_endpoint: 'http://evil.example/authorize' }],
  ['of more than a megabyte', { service_documentation: 'x'.repeat(1024 * 1024) }],
])('issuer metadata %s is rejected [T-167 T-168]', async (_what, discovery) => {
  issuer.lie({ discovery })
  expect(await begin(browser())).toBe(`${appUrl}/auth?error=refused`)
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

// Which ones count is in sign-on-attacks.test.ts.
test('a network whose sign-ons failed a hundred times has to wait [T-170]', async () => {
  const failing = () => signOn({ signedBy: 'nobody' })
  await failing()
  const network = 'forged sign-ons of 127.0.0.1'
  await app.db.updateTable('throttles').set({ failures: 99 }).where('key', '=', network).execute()
  expect((await failing()).page).toBe('/auth?error=refused')
  expect((await signOn()).page).toBe('/auth?error=too-many')
  expect((await signInByPassword()).status).toBe(200)
  app.clock.advance({ minutes: 10 })
  expect((await signOn()).page).toBe('/')
})

describe('a browser', () => {
  const promptOf = async (at: WebClient) => new URL(await begin(at)).searchParams.get('prompt')

  test('is asked once which account to use after one that won’t do [T-163]', async () => {
    const { at, page } = await signOn({ claims: { sub: 'eve', email: 'eve@elsewhere.example' } })
    expect(page).toBe('/auth?error=domain')
    expect(await promptOf(at)).toBe('select_account')
    expect(await promptOf(at)).toBeNull()
    expect(await promptOf((await signOn({}, { error: 'access_denied', code: undefined })).at)).toBeNull()
  })

  test('is asked which account to use after signing out where the issuer’s session stays', async () => {
    const signOut = async (at: WebClient) => at.request(`${appUrl}/api/logout`, { method: 'POST' })
    const stays = await signOn()
    // A browser takes this cookie only with all of these attributes.
    expect((await signOut(stays.at)).headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^__Host-[\w-]+=yes; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    )
    expect(await promptOf(stays.at)).toBe('select_account')
    const ends = await signOn({ discovery: { end_session_endpoint: `${issuer.url}/end` } })
    await signOut(ends.at)
    expect(await promptOf(ends.at)).toBeNull()
  })
})
