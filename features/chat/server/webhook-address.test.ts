// On one engine: a service of others.
import { expect, test } from 'vitest'
import type { ChatKind } from '../contract.ts'
import { readWebhookAddress, shownAddress } from './webhook-address.ts'

const extraHosts = ['chat.example.org', 'chat.example.com:8443']
const path = '/services/T000/B000/very-secret-token'
const read = (kind: ChatKind, url: string) => readWebhookAddress({ kind, url }, extraHosts)

test.each<[ChatKind, string]>([
  ['slack', `https://hooks.slack.com${path}`],
  ['slack', `https://hooks.slack.com:443${path}`],
  ['slack', `HTTPS://Hooks.Slack.Com${path}`],
  ['teams', `https://tenant.webhook.office.com${path}`],
  ['teams', `https://prod-1.westus.logic.azure.com:443/workflows/1/triggers/manual?sig=very-secret`],
  ['teams', `https://default1.2c.environment.api.powerplatform.com:443/powerautomate/1?sig=very-secret`],
  ['discord', 'https://discord.com/api/webhooks/1/very-secret'],
  ['discord', 'https://discordapp.com/api/webhooks/1/very-secret'],
  ['discord', 'https://ptb.discord.com/api/webhooks/1/very-secret'],
  ['discord', 'https://canary.discord.com/api/v10/webhooks/1/very-secret'],
  ['slack', `https://chat.example.org${path}`],
  ['discord', `https://chat.example.com:8443${path}`],
])('a webhook of %s may have the URL %s', (kind, url) => {
  expect(read(kind, url)).toEqual({ url: new URL(url).href })
})

const noSlack = String.raw`
  http://hooks.slack.com ftp://hooks.slack.com hooks.slack.com https://hooks.slack.com:8443 https://hooks.slack.com:80
  https://hooks.slack.com. https://evil.hooks.slack.com https://evilhooks.slack.com https://hooks.slack.com.example.org
  https://hooks.slack.com@127.0.0.1 https://user:word@hooks.slack.com https://user@chat.example.org
  https://127.0.0.1\@hooks.slack.com https://127.0.0.1#@hooks.slack.com https://hooks.slаck.com https://localhost
  https://127.0.0.1 https://2130706433 https://0x7f000001 https://0177.0.0.1 https://127.1 https://[::1]
  https://[::ffff:127.0.0.1] https://chat.example.org:8443 https://chat.example.com https://a.chat.example.org
  https://chat.example.org.
`
const others = ['hello', 'javascript:alert(1)', 'https://hooks.slack.com/', 'https://hooks.slack.com/…oken']
const noTeams = `
  https://webhook.office.com https://.webhook.office.com https://a..webhook.office.com https://evilwebhook.office.com
  https://tenant.webhook.office.com. https://tenant.webhook.office.com:8443 https://logic.azure.com
  https://tenant.webhook.office.com.example.org https://api.powerplatform.com
`
const withPath = (origins: string) =>
  origins
    .trim()
    .split(/\s+/)
    .map(origin => `${origin}${path}`)

test.each<[ChatKind, string]>([
  ...[...withPath(noSlack), ...others].map(url => ['slack', url] as [ChatKind, string]),
  ...withPath(noTeams).map(url => ['teams', url] as [ChatKind, string]),
])('a webhook of %s with the following URL is rejected: %s [T-200]', (kind, url) => {
  expect(read(kind, url)).toEqual({ problem: expect.stringMatching(/^[A-Z].+\S$/) })
})

test('a webhook URL of another service is rejected', () => {
  expect(read('slack', 'https://discord.com/api/webhooks/1/x')).toEqual({
    problem: 'This is an address of Discord, not of Slack',
  })
})

test.each<[ChatKind, string]>([
  ['slack', 'https://hooks.slack.com/triggers/T0/1/abc'],
  ['slack', 'https://hooks.slack.com/workflows/T0/A0/1/abc'],
  ['slack', 'https://hooks.slack.com/services/'],
  ['discord', 'https://discord.com/channels/1/2'],
  ['discord', 'https://discord.com/api/webhooks/1'],
  ['discord', 'https://discord.com/api/webhooks/1/very-secret/slack'],
])('an address of %s that is no webhook is named so: %s', (kind, url) => {
  expect(read(kind, url)).toEqual({
    problem: expect.stringMatching(/^This is not the address of an? .*webhook/),
  })
})

test('a saved webhook URL is shown as its host and, if it is long, its last four characters', () => {
  expect(shownAddress(`https://hooks.slack.com${path}`)).toBe('https://hooks.slack.com/…oken')
  expect(shownAddress('https://chat.example.com:8443/hooks/abc')).toBe('https://chat.example.com:8443/…')
})
