import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Webhook } from '#features/chat/contract.ts'
import { startFakeChat } from '#tests/support/services/fake-chat.ts'
import { startApp } from '#tests/support/start-app.ts'
import {
  type AdminCampus,
  createCampus,
  deleteCampus,
  listAdminCampuses,
  listCampuses,
  testWebhook,
  updateCampus,
} from '../contract.ts'

const fake = await startFakeChat(['chat.example.org'])
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
const app = await startApp({ RATE_LIMITS: 'off' }, { chat: fake.chat, log })
const root = app.as(await app.superUser())
const arden = (await root.call(listAdminCampuses)).body.find(({ code }) => code === 'arden') as AdminCampus

const secret = 'canary-secret-of-the-webhook'
const slack: Webhook = { kind: 'slack', url: `https://hooks.slack.com/services/T1/B1/${secret}` }
const shown: Webhook = { kind: 'slack', url: 'https://hooks.slack.com/…hook' }

const save = (webhook: unknown, id = arden.id) =>
  root.call(updateCampus, { params: { id }, body: { webhook: webhook as Webhook | null } })
const attempt = (webhook?: Webhook, id = arden.id) =>
  root.call(testWebhook, { params: { id }, body: webhook ? { webhook } : {} })
const saved = () => app.db.selectFrom('campusWebhooks').selectAll().execute()

beforeEach(async () => {
  await fake.setMode('normal')
  fake.reply()
  fake.requests.splice(0)
  fake.renew()
  for (const table of ['campusWebhooks', 'auditLogs'] as const) await app.db.deleteFrom(table).execute()
})

test('a webhook can be saved, kept, replaced and removed, showing only its host and last characters [T-204]', async () => {
  expect((await save(slack)).body.webhook).toEqual(shown)
  expect(await saved()).toMatchObject([{ campusCode: 'arden', ...slack }])
  const listed = (await root.call(listAdminCampuses)).body
  expect(listed.map(({ webhook }) => webhook).filter(Boolean)).toEqual([shown])

  // It stays if it is left out or sent back as it is shown.
  const params = { id: arden.id }
  const renamed = await root.call(updateCampus, { params, body: { address: 'Elsewhere' } })
  expect(renamed.body.webhook).toEqual(shown)
  expect((await save(shown)).body.webhook).toEqual(shown)
  expect(await saved()).toMatchObject([slack])

  const discord: Webhook = { kind: 'discord', url: `https://discord.com/api/webhooks/1/${secret}-2` }
  expect((await save(discord)).body.webhook).toEqual({ kind: 'discord', url: 'https://discord.com/…ok-2' })
  expect((await save(null)).body.webhook).toBeNull()
  expect((await save(null)).body.webhook).toBeNull()
  expect(await saved()).toEqual([])
  expect((await app.audited()).map(([, , { webhook }]) => webhook)).toEqual([
    { before: null, after: 'Slack at hooks.slack.com' },
    undefined,
    undefined,
    { before: 'Slack at hooks.slack.com', after: 'Discord at discord.com' },
    { before: 'Discord at discord.com', after: null },
    undefined,
  ])
})

test('a new campus can have a webhook, which is removed with the campus', async () => {
  const where = { address: 'NC', latitude: 35.6, longitude: -82.3 }
  const form = { code: 'blackMountain', name: 'Black Mountain', ...where }
  const { status, body } = await root.call(createCampus, { body: { ...form, webhook: slack } })
  expect([status, body.webhook]).toEqual([201, shown])
  expect((await root.call(deleteCampus, { params: { id: body.id } })).status).toBe(204)
  expect(await saved()).toEqual([])
  const wrong = { ...form, webhook: { ...slack, url: 'https://127.0.0.1/x' } }
  expect((await root.call(createCampus, { body: wrong })).status).toBe(400)
  expect((await app.as(null).call(listCampuses)).body.map(({ code }) => code)).not.toContain('blackMountain')
})

test.each([
  ['another host', { ...slack, url: 'https://evil.example/services/T1/B1/x' }, /not an address of Slack/],
  ['the shown part of an unsaved address', shown, /Part of the address is missing/],
])('a webhook with %s is rejected and not saved [T-200]', async (_, webhook, message) => {
  const rejected = await save(webhook)
  expect([rejected.status, rejected.message]).toEqual([400, expect.stringMatching(message)])
  expect([await saved(), await app.audited()]).toEqual([[], []])
})

describe('a webhook test', () => {
  test('is posted to the saved address, or to one that is still in the form', async () => {
    expect((await attempt()).status).toBe(409)
    await save(slack)
    const message = 'Slack accepted the test message. It should be in the channel now.'
    expect((await attempt()).body).toEqual({ ok: true, message })
    expect((await attempt(shown)).body.ok).toBe(true)
    const teams: Webhook = { kind: 'teams', url: `https://tenant.webhook.office.com/${secret}` }
    expect((await attempt(teams)).body.ok).toBe(true)
    const posts = fake.posts()
    const hosts = ['hooks.slack.com', 'hooks.slack.com', 'tenant.webhook.office.com']
    expect(posts.map(({ host }) => host)).toEqual(hosts)
    expect(posts[2]?.text).toBe(
      'This is a test: Common Table can post the lunches of Arden here. http://localhost:0/',
    )
    expect(await saved()).toMatchObject([{ ...slack, lastPostedAt: expect.any(String) }])
  })

  // How posting fails in general is tested in features/chat/server/chat.test.ts.
  test('that fails returns an error message, which is saved', async () => {
    await save(slack)
    await fake.setMode('500')
    const { status, body } = await attempt()
    expect([status, body.ok, body.message]).toEqual([200, false, expect.stringMatching(/^Slack .*\.$/)])
    expect(await saved()).toMatchObject([{ lastFailure: body.message }])
  })

  test('is limited to ten per minute [T-205]', async () => {
    const strict = await startApp({}, { chat: fake.create() })
    const call = { params: { id: arden.id }, body: { webhook: slack } }
    const superUser = strict.as(await strict.superUser())
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await superUser.call(testWebhook, call)).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})

test('a webhook’s address is in no response, log, audit entry or error [T-204]', async () => {
  const replies: unknown[] = [await save(slack), await attempt(), (await root.call(listAdminCampuses)).body]
  for (const mode of ['500', '401', 'hang', 'refuse connections'] as const) {
    fake.renew({ timeLimit: 500 })
    await fake.setMode(mode)
    replies.push(await attempt())
  }
  replies.push(await save({ ...slack, url: `http://hooks.slack.com/services/T1/B1/${secret}` }))
  replies.push(await (await app.as(null).fetch('/api/campuses')).text())
  await save(null)
  const audit = await app.audited()
  expect(audit.filter(([action]) => action === 'WEBHOOK_TESTED').length).toBeGreaterThan(3)
  expect(JSON.stringify([replies, audit, logged])).not.toContain(secret)
})
