// On one engine: the environment, as it is shown.
import { beforeEach, describe, expect, test } from 'vitest'
import { recordOutcome } from '#features/chat/server/chat-poster.ts'
import { getConfigStatus } from '#features/geocoding/contract.ts'
import { insert } from '#kit/server/database/rows.ts'
import { queueDelivery } from '#kit/server/jobs/deliveries-store.ts'
import { startSmtpServer } from '#tests/support/mail/smtp-server.ts'
import { startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'
import { fakeYelpKey, startFakeYelp } from '#tests/support/services/fake-yelp.ts'
import { startIssuer } from '#tests/support/services/issuer.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { getInstallation, type Integration, testService } from '../contract.ts'

const yelp = await startFakeYelp()
const mapbox = await startFakeMapbox()
const smtp = await startSmtpServer()
const smtpUrl = smtp.url.replace('smtp://', 'smtp://lunch:canary-password@')

const full = await startApp({
  ...mapbox.environment,
  ...yelp.environment,
  SMTP_URL: smtp.url,
  RATE_LIMITS: 'off',
})
const bare = await startApp()
const secrets = [fakeYelpKey, mapbox.environment.MAPBOX_TOKEN, 'canary-password']

const attempt = async (on: TestApp, service: Integration) =>
  on.as(await on.superUser()).call(testService, { params: { service } })

beforeEach(async () => {
  await yelp.setMode('normal')
  await mapbox.setMode('normal')
  await smtp.setMode('accept')
})

test('administrators see which keys are set and how long they are, and nothing else [T-82]', async () => {
  const status = async (on: TestApp) => (await on.as(await on.admin()).call(getConfigStatus)).body
  expect(await status(bare)).toEqual({
    ...{ yelpKeyExists: false, yelpKeyLength: 0, mapboxTokenExists: false, mapboxTokenLength: 0 },
    ...{ geocoder: 'off', osmEnabled: true },
  })
  const [yelpKeyLength, mapboxTokenLength] = [fakeYelpKey.length, mapbox.environment.MAPBOX_TOKEN.length]
  expect(await status(full)).toEqual({
    ...{ yelpKeyExists: true, yelpKeyLength, mapboxTokenExists: true, mapboxTokenLength },
    ...{ geocoder: 'mapbox', osmEnabled: true },
  })
  const off = await startApp({ OVERPASS_URL: 'off' })
  expect(await status(off)).toMatchObject({ osmEnabled: false })
})

test('super-users see what the installation runs on, without any secrets', async () => {
  const other = await startApp({ ...mapbox.environment, SMTP_URL: smtpUrl })
  const { body } = await other.as(await other.superUser()).call(getInstallation)
  const isPostgres = process.env.ENGINE === 'postgres'
  expect(body).toMatchObject({
    nodeVersion: process.versions.node,
    appVersion: other.deps.config.version,
    database: { engine: isPostgres ? 'PostgreSQL' : 'SQLite', version: expect.stringMatching(/^\d+\.\d+/) },
    dataFolder: other.dataDir,
    mapboxAddress: mapbox.url,
    geocoderAddress: mapbox.url,
    mail: { way: 'smtp', host: '127.0.0.1', signsIn: true },
  })
  const census = await startApp({
    GEOCODER: 'census',
    CENSUS_GEOCODER_URL: 'https://census.example.org/geocoder',
  })
  const { geocoderAddress } = (await census.as(await census.superUser()).call(getInstallation)).body
  expect(geocoderAddress).toBe('https://census.example.org')
  expect(body.database.place).not.toContain('@')
  expect(JSON.stringify(body)).not.toMatch(new RegExp(secrets.join('|')))
})

test('super-users see which campuses post to a chat and the outcome, but not the webhook’s address', async () => {
  const root = bare.as(await bare.superUser())
  const chat = async () => (await root.call(getInstallation)).body.chat
  expect(await chat()).toEqual({ extraHosts: [], campuses: [] })
  const webhook = { kind: 'slack' as const, url: 'https://hooks.slack.com/services/T1/canary-webhook' }
  const unused = { lastPostedAt: null, lastFailedAt: null, lastFailure: null }
  await insert(bare.db, 'campusWebhooks', { campusCode: 'arden', ...webhook, ...unused })
  const calm = { name: 'Arden', kind: 'slack', host: 'hooks.slack.com', waiting: 0 }
  expect((await chat()).campuses).toEqual([{ ...calm, lastPostedAt: null, lastFailure: null }])
  const time = '2026-11-20T17:00:00.000Z'
  await recordOutcome(bare.db, { campusCode: 'arden', ...webhook }, { failure: null, time })
  await recordOutcome(bare.db, { campusCode: 'arden', ...webhook }, { failure: 'Slack is away.', time })
  // Through another object for the database, so that nothing is woken to send it.
  const post = {
    channel: 'chat',
    kind: 'started',
    server: 'arden',
    destination: 'arden',
    payload: {},
  } as const
  await queueDelivery(bare.db.withoutPlugins(), new Date(time), post)
  const lastFailure = { at: time, message: 'Slack is away.' }
  const failing = { ...calm, waiting: 1, lastPostedAt: time, lastFailure }
  expect((await chat()).campuses).toEqual([failing])
  expect(JSON.stringify(await chat())).not.toContain('canary-webhook')
  await bare.db.deleteFrom('deliveries').execute()
})

describe('trying a service', () => {
  test.each([
    ['yelp', 'Yelp accepts the key.'],
    ['mapbox', 'Mapbox accepts the token.'],
    ['geocoder', 'Mapbox answers.'],
  ] as const)('reports success for %s, and records it', async (service, message) => {
    expect((await attempt(full, service)).body).toEqual({ ok: true, message })
    expect((await full.audited()).at(-1)?.[2]).toEqual({ service, ok: true, message })
  })

  test('reports whether the single sign-on issuer answers and accepts this application', async () => {
    const appUrl = 'http://lunch.example.org'
    const issuer = await startIssuer({ appUrl })
    const startWith = (environment: Record<string, string>) =>
      startApp({ APP_URL: appUrl, ...issuer.environment, ...environment })
    const right = await startWith({})
    const accepted = { ok: true, message: 'The issuer answers, and accepts the client.' }
    expect((await attempt(right, 'oidc')).body).toEqual(accepted)
    const { body } = await right.as(await right.superUser()).call(getInstallation)
    expect(body.signOn).toEqual({
      issuer: { address: issuer.url, label: 'your organization', trustsEmail: false },
      callback: `${appUrl}/api/oidc/callback`,
      passwordSignIn: true,
    })
    expect(JSON.stringify(body)).not.toContain('canary')
    const wrong = await startWith({ OIDC_CLIENT_SECRET: 'canary-wrong' })
    const refused = 'The issuer does not accept OIDC_CLIENT_ID with OIDC_CLIENT_SECRET: invalid_client, '
    const message = `${refused}client authentication failed.`
    expect((await attempt(wrong, 'oidc')).body).toEqual({ ok: false, message })
    const elsewhere = await startWith({ OIDC_ISSUER: `${issuer.url.replace('127.0.0.1', 'localhost')}` })
    expect((await attempt(elsewhere, 'oidc')).body).toMatchObject({ ok: false })
    await issuer.stop()
    const away = { ok: false, message: 'The issuer can’t be reached right now.' }
    expect((await attempt(right, 'oidc')).body).toEqual(away)
  })

  test('reports success for the mail server without sending a mail', async () => {
    const { ok, message } = (await attempt(full, 'mail')).body
    expect([ok, message]).toEqual([true, `The mail server at 127.0.0.1:${new URL(smtp.url).port} answers.`])
    expect(smtp.received).toEqual([])
  })

  test.each([
    ['yelp', false, 'YELP_API_KEY is not set.'],
    ['mapbox', false, 'MAPBOX_TOKEN is not set: distances are estimated.'],
    ['oidc', false, 'OIDC_ISSUER is not set.'],
    ['mail', true, `SMTP_URL is not set: mails are written as files to ${bare.dataDir}/outbox.`],
  ] as const)('names the setting that is missing for %s', async (service, ok, message) => {
    expect((await attempt(bare, service)).body).toEqual({ ok, message })
  })

  test('reports the problem of a service without its key [T-82]', async () => {
    await mapbox.setMode('500')
    const other = await startApp({ ...mapbox.environment })
    const { status, body } = await attempt(other, 'mapbox')
    expect([status, body.ok]).toEqual([200, false])
    expect(body.message).toMatch(/^Mapbox .*\.$/)
    expect(body.message).not.toMatch(new RegExp(secrets.join('|')))
  })

  test('reports a rejected key as rejected, however often it is tried', async () => {
    const other = await startApp({ MAPBOX_TOKEN: 'canary-wrong', MAPBOX_API_URL: mapbox.url })
    for (let i = 0; i < 7; i += 1)
      expect((await attempt(other, 'mapbox')).body.message).toBe('Mapbox does not accept the configured key.')
  })

  test('reports the problem of the mail server', async () => {
    await smtp.setMode('refuse connections')
    const { status, body } = await attempt(full, 'mail')
    expect([status, body.ok]).toEqual([200, false])
    expect(body.message).toMatch(/^There is no connection to the mail server at 127\.0\.0\.1:\d+.*Check that/)
  })

  test('is limited to ten per minute', async () => {
    const root = bare.as(await bare.superUser())
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1)
      statuses.push((await root.call(testService, { params: { service: 'yelp' } })).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})
