import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'

const appUrl = 'https://lunch.example.org'

/** A server, and requests of a page of it that was opened at some address. */
async function startSite() {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const site = await startApp({ APP_URL: appUrl, APP_NAME: 'Noon' }, { log })
  return {
    logged: () =>
      lines
        .map(line => JSON.parse(line))
        .filter(({ openedAt }) => openedAt)
        .map(line => ({ at: line.openedAt, appUrl: line.appUrl })),
    // `fetch` would set its own Host.
    send: async (method: string, path: string, headers: Record<string, string>) => {
      const { hostname, port } = new URL(site.origin)
      const type = { 'content-type': 'application/json' }
      const sent = request({ hostname, port, method, path, headers: { ...type, ...headers } })
      sent.end(method === 'POST' ? JSON.stringify({ email: 'ana@example.org', password: 'x' }) : undefined)
      const [reply] = (await once(sent, 'response')) as [IncomingMessage]
      const { message } = (await json(reply)) as { message?: string }
      return [reply.statusCode, message]
    },
  }
}

const rightAddress = `Noon is set up for ${appUrl}. Please open it there.`
const foreign = 'This request came from another site and was refused'

const own = { 'sec-fetch-site': 'same-origin' }
test.each<[string, string, Record<string, string>]>([
  ['by an IP address, over http', 'http://10.0.0.5:3000', { host: '10.0.0.5:3000' }],
  ['over http', 'http://lunch.example.org', { host: 'lunch.example.org' }],
  ['by another name', 'https://noon.example.org', { host: 'noon.example.org', ...own }],
  ['behind a proxy that changes Host', 'https://noon.example.org', { host: 'app:3000', ...own }],
  ['by an IPv6 address', 'http://[2001:db8::5]:3000', { host: '[2001:db8::5]:3000' }],
])('a page opened %s learns the right address, and the log names both once', async (_, origin, site) => {
  const { send, logged } = await startSite()
  // The page says so before a password is typed, so the log must not wait for one.
  const asked = await send('GET', '/api/config/public', { ...site, referer: `${origin}/login` })
  expect(asked).toEqual([200, undefined])
  expect(logged()).toEqual([{ at: origin, appUrl }])
  for (let i = 0; i < 2; i++)
    expect(await send('POST', '/api/login', { ...site, origin })).toEqual([403, rightAddress])
  expect(logged()).toHaveLength(1)
})

const cross = { 'sec-fetch-site': 'cross-site' }
test.each<[string, string, Record<string, string>]>([
  ['another site', 'https://evil.test', { host: 'lunch.example.org' }],
  ['another site that names our page', 'https://evil.test', { host: 'evil.test', ...cross }],
  ['an opaque origin', 'null', { host: 'lunch.example.org' }],
])('%s learns nothing [T-110]', async (_, origin, site) => {
  const { send, logged } = await startSite()
  expect(await send('POST', '/api/login', { ...site, origin })).toEqual([403, foreign])
  expect(await send('GET', '/api/campuses', { ...site, referer: `${origin}/` })).toEqual([200, undefined])
  expect(logged()).toEqual([])
})

test('the log isn’t filled with addresses that somebody makes up', async () => {
  const { send, logged } = await startSite()
  for (let i = 0; i < 15; i++)
    await send('POST', '/api/login', { host: `a${i}.test`, origin: `http://a${i}.test` })
  expect(logged()).toHaveLength(10)
})
