import { expect, test } from 'vitest'
import { ownReplyHeader } from '#kit/contract/own-reply.ts'
import { startApp } from '#tests/support/start-app.ts'

test('every reply says that it is ours: pages, files, errors, streams, and what hasn’t changed', async () => {
  const app = await startApp()
  const ana = app.as(await app.user())
  const { headers } = await ana.fetch('/api/campuses')
  const replies = {
    campuses: ana.fetch('/api/campuses'),
    unchanged: ana.fetch('/api/campuses', { headers: { 'if-none-match': String(headers.get('etag')) } }),
    page: ana.fetch('/'),
    robots: ana.fetch('/robots.txt'),
    signedOut: app.as(null).fetch('/api/user'),
    unknown: ana.fetch('/api/nothing'),
    malformed: ana.fetch('/api/%zz'),
    foreignOrigin: ana.fetch('/api/logout', { method: 'POST', headers: { origin: 'https://evil.test' } }),
    stream: ana.fetch('/api/lunches/events', { signal: AbortSignal.timeout(5_000) }),
  }
  for (const [name, sent] of Object.entries(replies)) {
    const reply = await sent
    expect([name, reply.headers.get(ownReplyHeader)]).toEqual([name, '1'])
    if (name === 'unchanged') expect(reply.status).toBe(304)
    await reply.body?.cancel()
  }
})
