// On both engines: races.
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { basic, cookieOf, idParams } from '#tests/support/calls/caller.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { changePassword } from '../../contract.ts'
import { addPasskeyOptions } from '../../passkeys-contract.ts'
import { verifyPassword } from './passwords.ts'
import { throttled } from './sign-in-throttle.ts'

const app = await startApp()

/** Tries to sign in. The server believes the address only if the test trusts a proxy. */
const attempt = (at: TestApp, email: string, password: string, address?: string) =>
  at.signIn({ email }, password, address ? { 'x-forwarded-for': address } : {})
const inHeader = ({ email }: { email: string }, password: string) =>
  app.as(null).fetch('/api/user', { headers: basic(email, password) })
const status = async (...parts: Parameters<typeof attempt>) => (await attempt(...parts)).status
const failures = async (at: TestApp, email: string, count: number, address?: string) => {
  const seen: number[] = []
  for (let i = 0; i < count; i++) seen.push(await status(at, email, 'wrong', address))
  return seen
}

test.each(['known', 'unknown'])(
  'after five failures even the right password must wait a minute, and a success clears them: an %s address [T-01 T-04]',
  async what => {
    const email = what === 'known' ? (await app.user()).email : 'unknown.person@example.org'
    expect(await failures(app, email, 5)).toEqual([401, 401, 401, 401, 401])
    const locked = await attempt(app, email, testPassword)
    expect([locked.status, locked.code]).toEqual([429, 'too_many_requests'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(locked.error).toEqual({ message: 'Too many failed attempts. Please try again later.' })
    if (what === 'unknown') return
    app.clock.advance({ minutes: 1.1 })
    expect(await status(app, email, testPassword)).toBe(200)
    expect(await failures(app, email, 4)).toEqual([401, 401, 401, 401])
    expect(await status(app, email, testPassword)).toBe(200)
  },
)

test('each further failure locks for twice as long, up to a quarter of an hour [T-04]', async () => {
  const ana = await app.user()
  await failures(app, ana.email, 5)
  const waits: number[] = []
  for (let i = 0; i < 6; i++) {
    const wait = Number((await attempt(app, ana.email, testPassword)).headers.get('retry-after'))
    waits.push(Math.round(wait / 60))
    app.clock.advance({ minutes: wait / 60 })
    expect(await status(app, ana.email, 'wrong')).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15])
})

const [newPassword, confirmPassword] = ['a better one', 'a better one']
const elsewhere: Record<string, (ana: Row<'users'>, password: string) => Promise<{ status: number }>> = {
  'in a header': inHeader,
  'when changing it': (ana, currentPassword) =>
    app
      .as(ana)
      .call(changePassword, { ...idParams(ana), body: { currentPassword, newPassword, confirmPassword } }),
  'before adding a passkey': (ana, password) => app.as(ana).call(addPasskeyOptions, { body: { password } }),
}
test.each(Object.entries(elsewhere))(
  'wrong passwords %s count as at sign-in [T-04 T-25 T-37 T-225]',
  async (_, give) => {
    const ana = await app.user()
    for (let i = 0; i < 5; i++) expect([400, 401]).toContain((await give(ana, 'wrong one')).status)
    expect((await give(ana, testPassword)).status).toBe(429)
    expect(await status(app, ana.email, testPassword)).toBe(429)
  },
)

test('a lock bars one account from one address: other accounts get in there, and open sessions continue [T-05]', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  const cookie = cookieOf(await attempt(app, ana.email, testPassword))
  await failures(app, ana.email, 6)
  expect(await status(app, ben.email, testPassword)).toBe(200)
  expect((await app.as(null).fetch('/api/user', { headers: { cookie } })).status).toBe(200)
})

test('right passwords are never throttled, however many come at once [T-05]', async () => {
  // More per person than the allowed number of failures, because a page may make a dozen simultaneous calls.
  const people = await Promise.all(Array.from({ length: 2 }, () => app.user()))
  const many = Array.from({ length: 30 }, (_, i) => status(app, people[i % 2]?.email ?? '', testPassword))
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
})

test('attempts that a busy server could not check do not count [T-09]', async () => {
  const ana = await app.user()
  // More than can be checked or wait at the same time. Each one asks again, so that there is never room.
  let isCrowded = true
  const crowd = Array.from({ length: availableParallelism() + 40 }, async () => {
    while (isCrowded) await verifyPassword(undefined, 'anything').catch(() => setImmediate())
  })
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push(await status(app, ana.email, testPassword))
  isCrowded = false
  await Promise.all(crowd)
  expect(statuses).toEqual([503, 503, 503, 503, 503, 503])
  expect(await status(app, ana.email, testPassword)).toBe(200)
})

test('attempts that a failing database interrupts don’t count, even if it fails to release them', async () => {
  const ana = await app.user()
  const rename = (from: string, to: string) => app.db.schema.alterTable(from).renameTo(to).execute()
  const check = async () => {
    await rename('throttles', 'throttlesAway')
    throw new Error('the database failed')
  }
  for (let time = 0; time < 6; time += 1) {
    const request = { ip: '127.0.0.1', headers: {} }
    const interrupted = throttled(app.deps, { email: ana.email, request }, check)
    await expect(interrupted).rejects.toThrow('the database failed')
    await rename('throttlesAway', 'throttles')
  }
  expect(await status(app, ana.email, testPassword)).toBe(200)
})

test.each([
  ['sign-ins', (email: string) => attempt(app, email, 'wrong')],
  ['calls with credentials in the header', (email: string) => inHeader({ email }, 'wrong')],
])('of fifty simultaneous wrong attempts only five are tried: %s [T-07]', async (_, attemptAs) => {
  const { email } = await app.user()
  const replies = await Promise.all(Array.from({ length: 50 }, () => attemptAs(email)))
  expect(replies.filter(reply => reply.status === 401)).toHaveLength(5)
  expect(replies.filter(reply => reply.status === 429)).toHaveLength(45)
})

test('processes that share a database count failures together, even those of a process that starts later [T-04]', async () => {
  const ana = await app.user()
  const second = await createApp(app.deps)
  const there = async (password: string) =>
    (await second.inject({ method: 'POST', url: '/api/login', payload: { email: ana.email, password } }))
      .statusCode
  expect([await there('wrong'), await there('wrong'), await there('wrong')]).toEqual([401, 401, 401])
  expect(await failures(app, ana.email, 3)).toEqual([401, 401, 429])
  expect(await there(testPassword)).toBe(429)
  await second.close()
})

test('a forged forwarding header changes nothing while no proxy is trusted [T-08]', async () => {
  const ana = await app.user()
  const seen: number[] = []
  for (let i = 0; i < 7; i++) seen.push(await status(app, ana.email, 'wrong', `203.0.113.${i}`))
  expect(seen).toEqual([401, 401, 401, 401, 401, 429, 429])
  // The audit log has the real address.
  const failed = await app.db
    .selectFrom('auditLogs')
    .select('ipAddress')
    .where('details', 'like', `%${ana.email}%`)
    .execute()
  expect(failed.length).toBeGreaterThan(0)
  expect(new Set(failed.map(({ ipAddress }) => ipAddress))).toEqual(new Set(['127.0.0.1']))
})

test('after the clock is set back, no lock lasts longer than a quarter of an hour [D-15 T-04]', async () => {
  const clocked = await startApp()
  const ana = await clocked.user()
  clocked.clock.advance({ hours: 1 })
  await failures(clocked, ana.email, 6)
  clocked.clock.advance({ hours: -1 })
  expect(await status(clocked, ana.email, testPassword)).toBe(200)
})

test('RATE_LIMITS=off lifts the throttle', async () => {
  const unlimited = await startApp({ RATE_LIMITS: 'off' })
  const ana = await unlimited.user()
  expect(new Set(await failures(unlimited, ana.email, 12))).toEqual(new Set([401]))
})

const proxied = await startApp({ TRUST_PROXY: '127.0.0.1' })

test('behind a trusted proxy the nearest untrusted address counts, so attackers lock out only themselves [T-05]', async () => {
  const ana = await proxied.user()
  await failures(proxied, ana.email, 5, '6.6.6.6, 198.51.100.9')
  expect(await status(proxied, ana.email, testPassword, '7.7.7.7, 198.51.100.9')).toBe(429)
  expect(await status(proxied, ana.email, testPassword, '6.6.6.6, 198.51.100.10')).toBe(200)
})

test.each([
  ['192.0.2.8:', '192.0.2.8:4711', '192.0.2.80:4711'],
  ['[2001:db8:8:9::1]:', '[2001:db8:8:9::2]', '[2001:db8:8:a::1]:4711'],
])(
  'if a proxy also names the port of its client, %s… still counts as one address [T-08]',
  async (client, same, other) => {
    const ana = await proxied.user()
    for (let port = 50_001; port <= 50_005; port++)
      await status(proxied, ana.email, 'wrong', `${client}${port}`)
    expect(await status(proxied, ana.email, testPassword, same)).toBe(429)
    expect(await status(proxied, ana.email, testPassword, other)).toBe(200)
  },
)

test('one address that fails at a hundred accounts has to wait ten minutes; other addresses do not [T-06]', async () => {
  const ana = await proxied.user()
  const spray = (i: number) => status(proxied, `spray${i}@example.org`, 'wrong', '192.0.2.66')
  expect(await spray(1)).toBe(401)
  await proxied.db
    .updateTable('throttles')
    .set({ failures: 98 })
    .where('key', '=', 'sign-in 192.0.2.66')
    .execute()
  expect([await spray(2), await spray(3), await spray(4)]).toEqual([401, 401, 429])
  expect(await status(proxied, ana.email, testPassword, '192.0.2.66')).toBe(429)
  expect(await status(proxied, ana.email, testPassword, '192.0.2.67')).toBe(200)
  proxied.clock.advance({ minutes: 10.1 })
  expect(await status(proxied, ana.email, testPassword, '192.0.2.66')).toBe(200)
})

test('an account with fifty failures in an hour, from whatever addresses, is locked until the hour is over [T-04]', async () => {
  const ana = await proxied.user()
  await status(proxied, ana.email, 'wrong', '10.1.1.1')
  await proxied.db
    .updateTable('throttles')
    .set({ failures: 48 })
    .where('key', '=', `sign-in ${ana.email}`)
    .execute()
  for (const from of ['10.1.2.1', '10.1.3.1'])
    expect(await status(proxied, ana.email, 'wrong', from)).toBe(401)
  const rejected = await attempt(proxied, ana.email, testPassword, '10.2.0.1')
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3500)
  proxied.clock.advance({ hours: 1 })
  expect(await status(proxied, ana.email, testPassword, '10.2.0.1')).toBe(200)
})
