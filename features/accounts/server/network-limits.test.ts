import { beforeEach, expect, test } from 'vitest'
import { digestTables } from '#tests/support/databases/digest-tables.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { register, resendVerification } from '../contract.ts'
import { passkeySignInOptions } from '../passkeys-contract.ts'

/* What visitors may do only so often from one network. Of sign-ins: password/sign-in-throttle.test.ts. */

const app = await startApp({ TRUST_PROXY: '127.0.0.1' })
const visitor = app.as(null)
const { email } = await app.user()

type From = { 'x-forwarded-for': string }
/** So many times in so many minutes. Sixty people may register on a campus’s first morning. */
const limits: [
  what: string,
  most: number,
  minutes: number,
  act: (from: From) => Promise<{ status: number }>,
][] = [
  ['registers', 60, 60, from => visitor.call(register, { body: newcomer() }, from)],
  ['tries taken addresses', 25, 60, from => visitor.call(register, { body: newcomer({ email }) }, from)],
  ['asks for mails', 60, 60, from => visitor.call(resendVerification, { body: { email } }, from)],
  ['asks for challenges', 1_000, 10, from => visitor.call(passkeySignInOptions, {}, from)],
]

beforeEach(() => app.db.deleteFrom('throttles').execute())

test.each(limits)(
  'a network that %s more than %i times in %i minutes has to wait; others do not [T-03 T-05 T-09 T-19 T-229]',
  async (_what, most, minutes, act) => {
    const [busy, other] = [{ 'x-forwarded-for': '192.0.2.66' }, { 'x-forwarded-for': '192.0.2.67' }]
    const { status } = await act(busy)
    expect(status).toBeLessThan(429)
    // So many calls would take a while: set the counter instead.
    await app.db
      .updateTable('throttles')
      .set({ failures: most - 1 })
      .execute()
    expect((await act(busy)).status).toBe(status)
    // Before anything is hashed, so a flood doesn't use up the hashing that signing in needs.
    const before = await digestTables(app)
    const flood = await Promise.all(Array.from({ length: 60 }, () => act(busy)))
    expect(flood.map(reply => reply.status)).toEqual(Array(60).fill(429))
    expect(await digestTables(app)).toEqual(before)
    expect((await act(other)).status).toBe(status)
    app.clock.advance({ minutes: minutes * 0.9 })
    expect((await act(busy)).status).toBe(429)
    app.clock.advance({ minutes: minutes * 0.1 + 0.1 })
    expect((await act(busy)).status).toBe(status)
  },
)
