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
    const at = browser()
    expect(await comeBack(at, issuer.sendBack(await begin(at, next)))).toBe('/')
  },
)

describe('a callback', () => {
  test('works only in the browser that began the sign-on, and is not used up by opening it elsewhere [T-164]', async () => {
    const at = browser()
    const callback = issuer.sendBack(await begin(at))
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
    const at = browser()
    const callback = issuer.sendBack(await begin(at))
    const former = browser()
    for (const token of at.cookies(appUrl).values()) former.cookies(appUrl).set('__Host-sign-on', token)
    expect(await comeBack(former, callback)).toBe('/')
  })

  test('works once, even when it is sent five times simultaneously with a copied cookie [T-165]', async () => {
    const at = browser()
    const callback = issuer.sendBack(await begin(at))
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
    const at = browser()
    const callback = issuer.sendBack(await begin(at))
    app.clock.advance({ minutes: 11 })
    expect(await comeBack(at, callback)).toBe('/auth?error=expired')
  })

  test.each([
    ['from another issuer', { iss: 'https://evil.example' }, 'refused'],
    ['without its issuer', { iss: undefined }, 'refused'],
    ['without a code', { code: undefined }, 'refused'],
    ['after the user declined', { code: undefined, error: 'access_denied' }, 'cancelled'],
    ['from an issuer in trouble', { code: undefined, error: 'temporarily_unavailable' }, 'unreachable'],
  ])('%s does not sign anyone in [T-166]', async (_name, changes, code) => {
    const { at, page } = await signOn({}, changes)
    expect(page).toBe(`/auth?error=${code}`)
    expect(await whoIs(at)).toBeNull()
  })

  test('never shows text from its URL [T-169]', async () => {
    const { page } = await signOn(
      {},
      { code: undefined, error: 'call +1 555 0100', error_description: 'Call us' },
    )
    expect(page).toBe('/auth?error=refused')
  })
})

describe('an ID token', () => {
  const past = Math.floor(Date.now() / 1000) - 3600
  test.each<[string, Lies]>([
    ['signed by someone else', { signedBy: 'somebody else' }],
    ['without a signature', { signedBy: 'nobody' }],
    ['with claims changed after signing', { tampered: { email: 'root@example.org' } }],
    ['from another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another application', { claims: { aud: 'another' } }],
    ['with the nonce of another sign-on', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that has expired', { claims: { iat: past, exp: past + 300 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with a subject that is too long', { claims: { sub: 'x'.repeat(256) } }],
    ['with a null character in its subject', { claims: { sub: 'mallory\0' } }],
    ['that is missing', { token: { status: 200, json: { access_token: 'x', token_type: 'Bearer' } } }],
    [
      'with someone else’s email in userinfo',
      {
        claims: { email: undefined },
        userinfo: { sub: 'mallory', email: 'ana@example.org', email_verified: true },
      },
    ],
    [
      'with userinfo that verifies another address',
      {
        claims: { email_verified: undefined },
        userinfo: { email: 'mallory@example.org', email_verified: true },
      },
    ],
  ])('%s does not sign anyone in and is recorded in the audit log [T-166]', async (_name, lies) => {
    const { at, page } = await signOn(lies)
    expect(page).toBe('/auth?error=refused')
    expect(await whoIs(at)).toBeNull()
    expect((await app.audited()).at(-1)).toEqual([
      'SIGN_IN_FAILED',
      null,
      { way: 'single sign-on', reason: 'refused' },
    ])
  })

  test('for a code that was used before does not sign anyone in [T-165]', async () => {
    const { page } = await signOn({ token: { status: 400, json: { error: 'invalid_grant' } } })
    expect(page).toBe('/auth?error=expired')
  })
})

describe('an email address', () => {
  const trusting = startApp({ APP_URL: appUrl, ...issuer.environment, OIDC_TRUST_EMAIL: 'on' })
  const signOnThere = async (claims: Record<string, unknown>) => {
    const there = await trusting
    const at = webClient({ [appUrl]: there.origin })
    issuer.lie({ claims: { sub: 'new', email: 'new@example.org', ...claims } })
    return comeBack(at, issuer.sendBack(await begin(at)))
  }

  test.each([
    [{ sub: 'bob', email_verified: false }, 'unverified-email'],
    [{ sub: 'bob', email_verified: 'false' }, 'unverified-email'],
    [{ sub: 'bob', email_verified: undefined }, 'unverified-email'],
    [{ sub: 'bob', email_verified: 1 }, 'unverified-email'],
    [{ sub: 'bob', email: undefined, email_verified: undefined }, 'no-email'],
    [{ sub: 'bob', email: 'no address' }, 'no-email'],
    [{ sub: 'bob', email: ['ana@example.org'] }, 'no-email'],
  ])('that the issuer reports as %o does not sign anyone in [T-160]', async (claims, code) => {
    const { at, page } = await signOn({ claims })
    expect(page).toBe(`/auth?error=${code}`)
    expect(await whoIs(at)).toBeNull()
  })

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
