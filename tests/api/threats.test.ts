import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { requestPasswordReset, resendVerification, verifyEmail } from '#features/accounts/contract.ts'
import { uploadProfileImage } from '#features/accounts/own-profile-image-contract.ts'
import { login } from '#features/accounts/sessions-contract.ts'
import { listBackups } from '#features/backups/contract.ts'
import { listCampuses } from '#features/campuses/contract.ts'
import { importRestaurants } from '#features/imports/contract.ts'
import {
  createRestaurant,
  getRestaurant,
  listRestaurants,
  updateRestaurant,
} from '#features/restaurants/contract.ts'
import { sendSuggestion } from '#features/suggestions/contract.ts'
import { cpuTimeOf } from '#tests/support/cpu-time.ts'
import { countStatements } from '#tests/support/databases/count-statements.ts'
import { pixelBomb } from '#tests/support/samples/pictures.ts'
import { startApp } from '#tests/support/start-app.ts'

/* Threats of docs/security.md that belong to no single feature. */

const app = await startApp({ RATE_LIMITS: 'off' })
const visitor = app.as(null)
const root = app.as(await app.superUser())

describe('requests for existing and for unknown accounts', () => {
  test('take the same number of statements [T-02]', async () => {
    const counted = await countStatements(app)
    const { email } = await app.user()
    let others = 0
    const nobody = () => `nobody${others++}@example.org`
    const statements = async (call: (email: string) => Promise<unknown>) => [
      await counted.statementsOf(() => call(email)),
      await counted.statementsOf(() => call(nobody())),
    ]
    const caller = counted.as(null)
    for (const call of [
      (email: string) => caller.call(login, { body: { email, password: 'wrong password' } }),
      (email: string) => caller.call(resendVerification, { body: { email } }),
      (email: string) => caller.call(requestPasswordReset, { body: { email } }),
    ]) {
      const [known, unknown] = await statements(call)
      expect(known).toBeGreaterThan(0)
      expect(unknown).toBe(known)
    }
  })

  test('take the same processor time to reject a sign-in [T-02]', async () => {
    const { email } = await app.user()
    const work = { known: 0, unknown: 0 }
    for (let i = 0; i < 10; i += 1)
      for (const [kind, address] of [
        ['known', email],
        ['unknown', `nobody${i}@example.org`],
      ] as const)
        work[kind] += await cpuTimeOf(async () =>
          expect((await app.signIn({ email: address }, 'wrong password')).status).toBe(401),
        )
    // Without hashing, it is about 0.3.
    const ratio = work.unknown / work.known
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

test('during a flood of sign-ins other requests are served, even those that read files [T-09]', async () => {
  let over = 0
  const storm = Array.from({ length: 60 }, async (_, i) => {
    const { status } = await app.signIn({ email: `storm${i}@example.org` }, 'wrong password')
    over += 1
    return status
  })
  // One after the other: if hashing took every thread, each request would wait behind all pending hashes.
  for (let i = 0; i < 8; i += 1)
    for (const { status } of await Promise.all([root.call(listBackups), visitor.call(listCampuses)]))
      expect(status).toBe(200)
  // All were answered while sign-ins were still waiting for their turn.
  expect(over).toBeLessThan(60)
  // 503: too many are waiting already.
  const statuses = new Set(await Promise.all(storm))
  expect([...statuses].filter(status => status !== 401 && status !== 503)).toEqual([])
})

test('loading the page of a mailed link does not use up the link [T-18]', async () => {
  const nora = await app.user({ isVerified: false })
  await visitor.call(resendVerification, { body: { email: nora.email } })
  const [mail] = await app.mailsTo(nora)
  const [, link = ''] = /(\/\S+\?token=\S+)/.exec(mail?.text.replace(app.deps.config.appUrl, ' ') ?? '') ?? []
  expect(link).toMatch(/^\/verify-email\?token=[\w-]{43}$/)
  for (const method of ['HEAD', 'GET'])
    for (const headers of [{}, { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' }] as Record<
      string,
      string
    >[]) {
      const { headers: answered } = await visitor.fetch(link, { method, headers })
      expect(answered.getSetCookie()).toEqual([])
      expect(answered.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    }
  const isVerified = async () => (await app.signIn(nora)).status === 200
  expect(await isVerified()).toBe(false)
  await visitor.call(verifyEmail, { query: { token: mail?.token ?? '' } })
  expect(await isVerified()).toBe(true)
})

test('no common password opens a new installation [T-31]', async () => {
  const fresh = await startApp({ PRIMARY_ADMIN_PASSWORD: '', RATE_LIMITS: 'off' })
  const { email } = await fresh.primary()
  const common = `admin|password|admin123|changeme|123456|common table|church|primary|${email}`.split('|')
  const tried = await Promise.all(
    common.map(password => fresh.as(null).call(login, { body: { email, password } })),
  )
  expect(tried.map(({ status }) => status)).toEqual(common.map(() => 401))
})

test('many simultaneous pixel bombs are rejected, and other requests are still served [T-71]', async () => {
  const ana = await app.user()
  const bomb = new Blob([Uint8Array.from(pixelBomb(15_000, 15_000))])
  const before = process.memoryUsage.rss()
  const uploads = Array.from({ length: 30 }, () =>
    app.as(ana).call(uploadProfileImage, { params: { id: ana.id }, file: bomb }),
  )
  expect((await visitor.call(listCampuses)).status).toBe(200)
  const statuses = new Set((await Promise.all(uploads)).map(({ status }) => status))
  expect([...statuses].filter(status => status !== 400 && status !== 503)).toEqual([])
  expect(statuses).toContain(400)
  // A single one would take 225 MB when decoded.
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
})

test('the server never requests an address that a user saves [T-80]', async () => {
  let hits = 0
  const canary = createServer((_request, response) => {
    hits += 1
    response.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void canary.close())
  await once(canary, 'listening')
  const websiteUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/site`
  const form = {
    name: 'Canary',
    address: '1 Sample St',
    campusCode: 'arden',
    price: '$',
    hours: '9-5',
  } as const
  const made = await root.call(createRestaurant, {
    body: { ...form, distance: 1, travelTime: 5, websiteUrl },
  })
  expect(made.status).toBe(201)
  const { id } = made.body
  await root.call(updateRestaurant, { params: { id }, body: { websiteUrl: `${websiteUrl}/other` } })
  const csv = `name,address,category,phone,website\nImported,2 Sample St,,,${websiteUrl}\n`
  const imported = await root.call(importRestaurants, {
    file: new Blob([csv]),
    body: { campusCode: 'arden' },
    query: {},
  })
  expect(imported.status).toBe(200)
  const text = `Look at ${websiteUrl}`
  expect((await root.call(sendSuggestion, { body: { kind: 'feature', text } })).status).toBe(201)
  const { body: kept } = await root.call(getRestaurant, { params: { id } })
  expect(kept.websiteUrl).toBe(`${websiteUrl}/other`)
  await root.call(listRestaurants)
  await app.deps.jobs.mailer.settled()
  await app.deps.jobs.recalculation.settled()
  expect(hits).toBe(0)
  await fetch(websiteUrl)
  expect(hits).toBe(1)
})
