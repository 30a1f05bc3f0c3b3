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

test.each([
  ['http', `http://hooks.slack.com${path}`],
  ['another scheme', `ftp://hooks.slack.com${path}`],
  ['a script', 'javascript:alert(1)'],
  ['no scheme', `hooks.slack.com${path}`],
  ['nonsense', 'hello'],
  ['another port', `https://hooks.slack.com:8443${path}`],
  ['the port of http', `https://hooks.slack.com:80${path}`],
  ['a trailing dot', `https://hooks.slack.com.${path}`],
  ['a host below it', `https://evil.hooks.slack.com${path}`],
  ['a host that ends with it', `https://evilhooks.slack.com${path}`],
  ['a host that begins with it', `https://hooks.slack.com.example.org${path}`],
  ['userinfo before another host', `https://hooks.slack.com@127.0.0.1${path}`],
  ['userinfo', `https://user:word@hooks.slack.com${path}`],
  ['a user name', `https://user@chat.example.org${path}`],
  ['backslashes', `https://127.0.0.1\\@hooks.slack.com${path}`],
  ['a fragment before the host', `https://127.0.0.1#@hooks.slack.com${path}`],
  ['an address', `https://127.0.0.1${path}`],
  ['an address as one number', `https://2130706433${path}`],
  ['an address in hexadecimal', `https://0x7f000001${path}`],
  ['an address in octal', `https://0177.0.0.1${path}`],
  ['a short address', `https://127.1${path}`],
  ['IPv6', `https://[::1]${path}`],
  ['IPv4 in IPv6', `https://[::ffff:127.0.0.1]${path}`],
  ['localhost', `https://localhost${path}`],
  ['letters that look like it', `https://hooks.slаck.com${path}`],
  ['an extra host at another port', `https://chat.example.org:8443${path}`],
  ['an extra host at the usual port', `https://chat.example.com${path}`],
  ['a host below an extra one', `https://a.chat.example.org${path}`],
  ['an extra host with a trailing dot', `https://chat.example.org.${path}`],
  ['only the host', 'https://hooks.slack.com/'],
  ['what is shown of another one', 'https://hooks.slack.com/…oken'],
])('a Slack webhook with the following URL is rejected: %s [T-200]', (_, url) => {
  expect(read('slack', url)).toEqual({ problem: expect.stringMatching(/^[A-Z].+\S$/) })
})

test.each([
  `https://webhook.office.com${path}`,
  `https://.webhook.office.com${path}`,
  `https://a..webhook.office.com${path}`,
  `https://evilwebhook.office.com${path}`,
  `https://tenant.webhook.office.com.${path}`,
  `https://tenant.webhook.office.com:8443${path}`,
  `https://tenant.webhook.office.com.example.org${path}`,
  `https://logic.azure.com${path}`,
  `https://api.powerplatform.com${path}`,
])('a Teams webhook with the URL %s is rejected [T-200]', url =>
  expect(read('teams', url)).toHaveProperty('problem'),
)

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
