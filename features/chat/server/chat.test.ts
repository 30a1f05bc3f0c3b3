// On one engine: a service of others.
import { beforeEach, describe, expect, test } from 'vitest'
import type { ServiceError } from '#kit/server/outbound/service-error.ts'
import { startFakeChat } from '#tests/support/services/fake-chat.ts'
import { type ChatKind, chatKinds } from '../contract.ts'
import { createChat } from './chat.ts'

const fake = await startFakeChat(['chat.example.org'])
const secret = 'canary-secret'
const urls: Record<ChatKind, string> = {
  slack: `https://hooks.slack.com/services/T1/B1/${secret}`,
  teams: `https://prod-1.westus.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=${secret}`,
  discord: `https://discord.com/api/webhooks/1/${secret}`,
}
const link = { label: 'Join', url: 'https://lunch.example.org/?lunch=12' }
const lineOf = (text: string) => ({ text, link })
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it arrived'),
    (error: ServiceError) => error,
  )

beforeEach(async () => {
  await fake.setMode('normal')
  fake.reply()
  fake.addresses.clear()
  fake.requests.splice(0)
  fake.lookups.splice(0)
  fake.connections.splice(0)
})

test('each service gets the line in its own format, with its link', async () => {
  const chat = fake.create()
  for (const kind of chatKinds) await chat.post({ kind, url: urls[kind] }, lineOf('Ana & Ben eat at A&W.'))
  const [slack, teams, discord, ...more] = fake.posts()
  expect(more).toEqual([])
  expect(slack).toMatchObject({
    host: 'hooks.slack.com',
    path: `/services/T1/B1/${secret}`,
    body: {
      text: 'Ana &amp; Ben eat at A&amp;W. <https://lunch.example.org/?lunch=12|Join>',
      blocks: [{ type: 'rich_text' }],
    },
  })
  const card = {
    type: 'AdaptiveCard',
    body: [{ type: 'RichTextBlock' }],
    actions: [{ type: 'Action.OpenUrl', title: 'Join', url: link.url }],
  }
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', content: card }
  expect(teams).toMatchObject({
    host: 'prod-1.westus.logic.azure.com',
    body: { type: 'message', attachments: [attachment] },
  })
  expect(discord?.body).toEqual({
    content: 'Ana & Ben eat at A&W. https://lunch.example.org/?lunch=12',
    allowed_mentions: { parse: [] },
    flags: 4,
  })
})

describe('a post', () => {
  // Which addresses are private is tested in public-request.test.ts.
  test('is never sent to a name that resolves to a private address, alone or among others [T-201]', async () => {
    const address = '10.0.0.1'
    for (const found of [[address], ['151.101.2.3', address], [address, '151.101.2.3']]) {
      fake.addresses.set('hooks.slack.com', found)
      const error = await failureOf(fake.create().post({ kind: 'slack', url: urls.slack }, lineOf('x')))
      // Not 'rejected': it is tried again, because the name may lead out again soon.
      expect([error.failure, error.message]).toEqual([
        'unreachable',
        'Slack is on a private network, where nothing is sent.',
      ])
    }
    fake.addresses.set('chat.example.org', ['10.0.0.1'])
    const own = { kind: 'slack', url: `https://chat.example.org/hooks/${secret}` } as const
    expect((await failureOf(fake.create().post(own, lineOf('x')))).message).toBe(
      'chat.example.org is on a private network, where nothing is sent.',
    )
    expect([fake.connections, fake.requests]).toEqual([[], []])
  })

  test('looks up the name only once, and connects to the address that was checked [T-201]', async () => {
    const chat = fake.create()
    await chat.post({ kind: 'slack', url: urls.slack }, lineOf('one'))
    expect([fake.lookups, fake.connections]).toEqual([['hooks.slack.com'], ['151.101.2.3']])
    // The name moves to a private address between two posts. The old connection must not be reused.
    fake.addresses.set('hooks.slack.com', ['192.168.0.7'])
    await failureOf(chat.post({ kind: 'slack', url: urls.slack }, lineOf('two')))
    expect([fake.requests.length, fake.connections]).toEqual([1, ['151.101.2.3']])
  })

  test('is not sent to a host that is no longer allowed, or has no certificate for its name [T-200]', async () => {
    const url = `https://chat.example.org/hooks/${secret}`
    await fake.create().post({ kind: 'slack', url }, lineOf('x'))
    expect(fake.posts()).toHaveLength(1)
    const stricter = createChat({ extraHosts: [], userAgent: 'x', network: fake.network })
    const error = await failureOf(stricter.post({ kind: 'slack', url }, lineOf('x')))
    expect(error.message).toContain('CHAT_WEBHOOK_HOSTS')
    const other = { kind: 'teams' as const, url: `https://other.webhook.office.com/${secret}` }
    expect((await failureOf(fake.create().post(other, lineOf('x')))).failure).toBe('untrusted')
    expect(fake.requests).toEqual([])
  })

  test.each([301, 302, 303, 307, 308])('follows no redirect (%d) [T-202]', async status => {
    fake.reply(({ path }) => ({
      status,
      json: {},
      headers: { location: `https://hooks.slack.com${path}2` },
    }))
    const error = await failureOf(fake.create().post({ kind: 'slack', url: urls.slack }, lineOf('x')))
    expect([error.failure, fake.requests.length]).toEqual(['invalid response', 1])
  })
})

describe('a failing chat service', () => {
  // Responses are not decompressed, so a gzip bomb is just a few bytes.
  test.each(['empty object', 'wrong types', 'truncated', 'gzip bomb'] as const)(
    'counts as successful if only its response body is wrong (%s)',
    async mode => {
      await fake.setMode(mode)
      await fake.create().post({ kind: 'discord', url: urls.discord }, lineOf('x'))
    },
  )

  // The last ones are not a text, or what may be a part of the address.
  const reasons = `
slack | 403 | action_prohibited | Slack rejected the post (action_prohibited). Posting is restricted
slack | 410 | channel_is_archived | Slack rejected the post (channel_is_archived). The channel is archived
slack | 404 | no_service | Slack doesn’t know this webhook (no_service). Create a new one
slack | 410 | | Slack doesn’t know this webhook. Create a new one there, and paste its address here.
slack | 401 | | Slack rejected this webhook. Create a new one there, and paste its address here.
teams | 400 | {"error":{"code":"WorkflowTriggerIsNotEnabled","message":"…"}} | Microsoft Teams rejected the post (WorkflowTriggerIsNotEnabled). The workflow is switched off
teams | 401 | {"error":{"code":"DirectApiAuthorizationRequired"}} | Microsoft Teams rejected the post (DirectApiAuthorizationRequired). The trigger of the workflow
discord | 400 | {"message":"Webhooks…","code":220001} | Discord rejected the post (220001). The channel is a forum
discord | 401 | {"message":"Invalid Webhook Token","code":50027} | Discord rejected this webhook (50027). Create
slack | 403 | constructor | Slack rejected this webhook (constructor). Create
slack | 404 | {"error":"${secret}"} | Slack doesn’t know this webhook. Create
slack | 400 | no channel at ${urls.slack} | Slack could not make sense of the request.
slack | 403 | B1 | Slack rejected this webhook. Create
slack | 403 | <html>Forbidden</html> | Slack rejected this webhook. Create
slack | 403 | {} | Slack rejected this webhook. Create
`
    .trim()
    .split('\n')
    .map(row => row.split('|').map(cell => cell.trim()))

  test.each(reasons)(
    'of %s with %s says why: %s [T-204]',
    async (service, status, text = '', message = '') => {
      const kind = service as ChatKind
      fake.reply(() => ({ status: Number(status), bytes: Buffer.from(text), type: 'text/plain' }))
      const error = await failureOf(fake.create().post({ kind, url: urls[kind] }, lineOf('x')))
      expect([error.failure, error.message.slice(0, message.length)]).toEqual(['rejected', message])
      expect(error.message).not.toContain('B1')
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toContain(secret)
    },
  )

  test('is recognized when Teams reports a failure with a success status', async () => {
    const text =
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429'
    fake.reply(() => ({ bytes: Buffer.from(text), type: 'text/plain' }))
    const error = await failureOf(fake.create().post({ kind: 'teams', url: urls.teams }, lineOf('x')))
    expect(error.failure).toBe('invalid response')
  })

  test('doesn’t keep other webhooks from being called after repeated failures', async () => {
    const chat = fake.create()
    await fake.setMode('500')
    for (let i = 0; i < 5; i += 1) await failureOf(chat.post({ kind: 'slack', url: urls.slack }, lineOf('x')))
    await fake.setMode('normal')
    const again = await failureOf(chat.post({ kind: 'slack', url: urls.slack }, lineOf('x')))
    expect(again.message).toBe('Slack has failed repeatedly. Please try again in a minute.')
    await chat.post({ kind: 'slack', url: `${urls.slack}-of-another-campus` }, lineOf('x'))
  })
})
