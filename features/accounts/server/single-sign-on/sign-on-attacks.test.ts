import { beforeEach, describe, expect, test } from 'vitest'
import { type WebClient, webClient } from '#tests/support/calls/web-client.ts'
import { type Lies, signOnSteps, startMaliciousIssuer } from '#tests/support/services/malicious-issuer.ts'
import { startApp } from '#tests/support/start-app.ts'

/* Attacks that must not sign anyone in: forged responses, stolen links, and unverified addresses. */

const appUrl = 'https://lunch.example.org'
const issuer = await startMaliciousIssuer()
const app = await startApp({ APP_URL: appUrl, ...issuer.environment })
const ana = await app.user({ email: 'ana@example.org' })

const { browser, begin, comeBack, signOn } = signOnSteps(app, issuer, appUrl)
const whoIs = async (at: WebClient) => {
  const reply = await at.request(`${appUrl}/api/session`)
  return ((await reply.json()) as { user: { id: number } | null }).user?.id ?? null
}

/** A sign-on that began in a browser, and where the issuer sends it back to. */
async function pending(next?: string) {
  const at = browser()
  return { at, callback: issuer.sendBack(await begin(at, next)) }
}

beforeEach(async () => {
  await issuer.setMode('normal')
  issuer.lie({})
  await app.db.deleteFrom('throttles').execute()
})

test('a genuine response signs in, with a cookie that scripts and other hosts cannot use [T-164]', async () => {
  const at = browser()
  const start = await at.request(`${appUrl}/api/oidc/start`)
  expect(start.status).toBe(302)
  expect(start.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-sign-on-[\w-]{16}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  const asked = new URL(start.headers.get('location') ?? '').searchParams
  expect(Object.fromEntries(asked)).toEqual({
    client_id: 'common-table',
    response_type: 'code',
    redirect_uri: `${appUrl}/api/oidc/callback`,
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  expect(await comeBack(at, issuer.sendBack(start.headers.get('location') ?? ''))).toBe('/')
  expect(await whoIs(at)).toBe(ana.id)
  const stored = await app.db.selectFrom('signOns').selectAll().execute()
  expect(stored).toEqual([])
})

test('the database holds no secrets of a pending sign-on [T-171]', async () => {
  const at = browser()
  const asked = new URL(await begin(at)).searchParams
  const stored = JSON.stringify(await app.db.selectFrom('signOns').selectAll().execute())
  const [token = ''] = at.cookies(appUrl).values()
  for (const secret of [token, asked.get('state') ?? '', asked.get('nonce') ?? ''])
    expect(stored).not.toContain(secret)
  await app.db.deleteFrom('signOns').execute()
})

// Which addresses lead elsewhere is tested in features/accounts/safe-next.test.ts.
test.each(['https://evil.example/', '/api/logout'])(
  'after a sign-on, no one is redirected to %s [T-169]',
  async next => {
    const { at, callback } = await pending(next)
    expect(await comeBack(at, callback)).toBe('/')
  },
)

describe('a callback', () => {
  test('works only in the browser that began the sign-on, and is not used up by opening it elsewhere [T-164]', async () => {
    const { at, callback } = await pending()
    const victim = browser()
    expect(await comeBack(victim, callback)).toBe('/auth?error=expired')
    await begin(victim)
    expect(await comeBack(victim, callback)).toBe('/auth?error=expired')
    expect(await whoIs(victim)).toBeNull()
    expect(await comeBack(at, callback)).toBe('/')
  })

  test('with another state does not end the pending sign-on [T-164]', async () => {
    const at = browser()
    const page = await begin(at)
    expect(await comeBack(at, issuer.sendBack(page, { state: 'stolen' }))).toBe('/auth?error=expired')
    expect(await comeBack(at, issuer.sendBack(page))).toBe('/')
  })

  test('works in each tab of a browser, the last five of them [T-164]', async () => {
    const at = browser()
    const callbacks: string[] = []
    for (let tab = 0; tab < 6; tab += 1)
      callbacks.push(issuer.sendBack(await begin(at, `/profile?tab=${tab}`)))
    expect(at.cookies(appUrl).size).toBe(5)
    expect(await comeBack(at, callbacks[0] ?? '')).toBe('/auth?error=expired')
    // The fake issuer remembers only one nonce: the others end as forged, but each with its own page.
    expect(await comeBack(at, callbacks[1] ?? '')).toBe('/auth?error=refused&next=%2Fprofile%3Ftab%3D1')
    expect(await comeBack(at, callbacks[5] ?? '')).toBe('/profile?tab=5')
    expect(await whoIs(at)).toBe(ana.id)
  })

  test('works with the cookie that the version before has set', async () => {
    const { at, callback } = await pending()
    const former = browser()
    for (const token of at.cookies(appUrl).values()) former.cookies(appUrl).set('__Host-sign-on', token)
    expect(await comeBack(former, callback)).toBe('/')
  })

  test('works once, even when it is sent five times simultaneously with a copied cookie [T-165]', async () => {
    const { at, callback } = await pending()
    const copies = Array.from({ length: 5 }, () => {
      const copy = browser()
      for (const [name, value] of at.cookies(appUrl)) copy.cookies(appUrl).set(name, value)
      return copy
    })
    const pages = await Promise.all(copies.map(copy => comeBack(copy, callback)))
    expect(pages.sort()).toEqual(['/', ...Array(4).fill('/auth?error=expired')])
    expect(await comeBack(at, callback)).toBe('/auth?error=expired')
    expect(await whoIs(at)).toBeNull()
  })

  test('expires after ten minutes [T-165]', async () => {
    const { at, callback } = await pending()
    app.clock.advance({ minutes: 11 })
    expect(await comeBack(at, callback)).toBe('/auth?error=expired')
  })
})

const past = Math.floor(Date.now() / 1000) - 3600
const unverified = (claims: object) => ({ claims: { sub: 'bob', ...claims } })

type Rejected = [what: string, code: string, lies: Lies, changes?: Record<string, string | undefined>]
/** What may come back instead of what signs Ana in, and the reason that the page gives, never in words of the address. */
const forged: Rejected[] = [
  ['a callback from another issuer', 'refused', {}, { iss: 'https://evil.example' }],
  ['a callback without its issuer', 'refused', {}, { iss: undefined }],
  ['a callback without a code', 'refused', {}, { code: undefined }],
  ['an ID token signed by someone else', 'refused', { signedBy: 'somebody else' }],
  ['an ID token without a signature', 'refused', { signedBy: 'nobody' }],
  ['claims changed after signing', 'refused', { tampered: { email: 'root@example.org' } }],
  ['an ID token from another issuer', 'refused', { claims: { iss: 'https://evil.example' } }],
  ['an ID token for another application', 'refused', { claims: { aud: 'another' } }],
  ['the nonce of another sign-on', 'refused', { claims: { nonce: 'another' } }],
  ['an ID token without a nonce', 'refused', { claims: { nonce: undefined } }],
  ['an ID token without a subject', 'refused', { claims: { sub: undefined } }],
  ['no ID token', 'refused', { token: { status: 200, json: { access_token: 'x', token_type: 'Bearer' } } }],
  [
    'someone else’s email in userinfo',
    'refused',
    {
      claims: { email: undefined },
      userinfo: { sub: 'mallory', email: 'ana@example.org', email_verified: true },
    },
  ],
]
/** Locks no network out: an issuer may be set up so, or people may be. */
const unusable: Rejected[] = [
  ['a callback after declining', 'cancelled', {}, { code: undefined, error: 'access_denied' }],
  [
    'a callback from an issuer in trouble',
    'unreachable',
    {},
    { code: undefined, error: 'temporarily_unavailable' },
  ],
  [
    'a callback with an attacker’s text',
    'refused',
    {},
    { code: undefined, error: 'call +1 555 0100', error_description: 'Call us' },
  ],
  ['an ID token that has expired', 'refused', { claims: { iat: past, exp: past + 300 } }],
  ['a subject that is too long', 'refused', { claims: { sub: 'x'.repeat(256) } }],
  ['a null character in the subject', 'refused', { claims: { sub: 'mallory\0' } }],
  [
    'userinfo that verifies another address',
    'refused',
    {
      claims: { email_verified: undefined },
      userinfo: { email: 'mallory@example.org', email_verified: true },
    },
  ],
  ['an address “not verified” as text', 'unverified-email', unverified({ email_verified: 'false' })],
  ['an address verified or not', 'unverified-email', unverified({ email_verified: undefined })],
  ['an address verified with a number', 'unverified-email', unverified({ email_verified: 1 })],
  ['a rejection of the code', 'expired', { token: { status: 400, json: { error: 'invalid_grant' } } }],
  ['what is no address', 'no-email', unverified({ email: 'no address' })],
  ['a list of addresses', 'no-email', unverified({ email: ['ana@example.org'] })],
]

test.each([...forged, ...unusable])(
  '%s does not sign anyone in and is recorded [T-160 T-166 T-169 T-170]',
  async (what, code, lies, changes) => {
    const before = (await app.audited()).length
    const { at, page } = await signOn(lies, changes)
    expect(page).toBe(`/auth?error=${code}`)
    expect(await whoIs(at)).toBeNull()
    const isFailure = !['cancelled', 'unreachable'].includes(code)
    const known = { way: 'single sign-on', reason: code }
    // Nothing of what is refused is written down.
    const details = code === 'refused' ? known : expect.objectContaining(known)
    const entry = ['SIGN_IN_FAILED', null, details]
    expect((await app.audited()).slice(before)).toEqual(isFailure ? [entry] : [])
    const counters = (await app.db.selectFrom('throttles').select('key').execute()).map(({ key }) => key)
    const isForged = forged.some(([each]) => each === what)
    expect(counters.includes('forged sign-ons of 127.0.0.1')).toBe(isForged)
  },
)

describe('an email address', () => {
  const trusting = startApp({ APP_URL: appUrl, ...issuer.environment, OIDC_TRUST_EMAIL: 'on' })
  const signOnThere = async (claims: Record<string, unknown>) => {
    const there = await trusting
    const at = webClient({ [appUrl]: there.origin })
    issuer.lie({ claims: { sub: 'new', email: 'new@example.org', ...claims } })
    return comeBack(at, issuer.sendBack(await begin(at)))
  }

  test('that the issuer reports as unverified is rejected for a linked account too [T-160]', async () => {
    expect((await signOn()).page).toBe('/')
    expect((await signOn({ claims: { email_verified: false } })).page).toBe('/auth?error=unverified-email')
    // If the issuer sends no email, the subject identifies the account.
    expect((await signOn({ claims: { email: undefined, email_verified: undefined } })).page).toBe('/')
  })

  test('without email_verified is accepted only from a trusted issuer; an explicit false is rejected there too [T-160]', async () => {
    expect(await signOnThere({ email_verified: undefined })).toBe('/finish-account')
    expect(await signOnThere({ email_verified: false })).toBe('/auth?error=unverified-email')
    expect(await signOnThere({ email_verified: 'false' })).toBe('/auth?error=unverified-email')
  })
})

test('a network that begins sign-ons endlessly is stopped [T-170]', async () => {
  await begin(browser())
  await app.db.updateTable('throttles').set({ failures: 300 }).where('key', 'like', 'sign-ons of %').execute()
  expect(await begin(browser())).toBe(`${appUrl}/auth?error=too-many`)
})
