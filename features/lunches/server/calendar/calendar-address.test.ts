import { readFile } from 'node:fs/promises'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { deleteAccount, verifyEmail } from '#features/accounts/contract.ts'
import { feedsOf } from '#tests/support/calls/calendars.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createCalendar, getCalendar, removeCalendar } from '../../calendar-contract.ts'
import { listLunches } from '../../contract.ts'

const logged: string[] = []
const log = pino({ level: 'trace' }, { write: line => logged.push(line) })
const app = await startApp({ TRUST_PROXY: '1' }, { log })
const { eater } = lunchesOf(app)
const { fetchFeed, makeFeed } = feedsOf(app)
const visitor = app.as(null)
const diner = await app.restaurant()
const tokenOf = (feed: string) => feed.slice('/api/calendar/'.length, -'.ics'.length)

describe('the address of a feed', () => {
  const unknown = `/api/calendar/${'A'.repeat(43)}.ics`

  test('is shown once, and can be replaced or removed; an old one is the same 404 as an unknown one [T-150 T-152]', async () => {
    const ana = await eater()
    expect((await ana.call(getCalendar)).body).toEqual({ createdAt: null })
    const made = await ana.call(createCalendar)
    expect(made.status).toBe(201)
    expect(made.body.url).toMatch(/^http:\/\/localhost:\d+\/api\/calendar\/[\w-]{43}\.ics$/)
    const first = new URL(made.body.url).pathname
    expect((await fetchFeed(first)).status).toBe(200)
    const { body } = await ana.call(getCalendar)
    expect(Object.keys(body), 'the address isn’t told again').toEqual(['createdAt'])
    expect(Date.parse(body.createdAt ?? '')).toBeCloseTo(app.clock.now().getTime(), -4)
    const second = await makeFeed(ana)
    expect((await fetchFeed(second)).status).toBe(200)
    expect((await ana.call(removeCalendar)).status).toBe(204)
    expect((await ana.call(removeCalendar)).status, 'a second click').toBe(204)
    expect((await ana.call(getCalendar)).body).toEqual({ createdAt: null })
    const replies = await Promise.all(
      [first, second, unknown, '/api/calendar/x.ics', `/api/calendar/${'A'.repeat(44)}%00.ics`].map(
        async path => {
          const { status, headers, ...reply } = await fetchFeed(path)
          const text = await (await fetchFeed(path)).text()
          return { status, ...reply, type: headers.get('content-type'), text }
        },
      ),
    )
    expect(new Set(replies.map(reply => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]).toMatchObject({
      status: 404,
      text: '{"message":"Calendar not found","code":"not_found"}',
    })
  })

  test('is open to calendar services that obey robots.txt, and not to be indexed', async () => {
    const robots = await readFile(new URL('../../../../app/web/public/robots.txt', import.meta.url), 'utf8')
    const rules = [...robots.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, rule, path = '']) => ({
      rule,
      path,
    }))
    const allows = (address: string) => {
      const [first, ...others] = rules.filter(({ path }) => address.startsWith(path))
      const longest = others.reduce(
        (best, rule) => (rule.path.length > (best?.path.length ?? 0) ? rule : best),
        first,
      )
      // RFC 9309 has the longest path decide; older programs take the first line that fits.
      return [first, longest].map(rule => rule?.rule !== 'Disallow')
    }
    const feed = await makeFeed(await eater())
    expect(allows(feed)).toEqual([true, true])
    expect(allows('/api/restaurants')).toEqual([false, false])
    for (const [path, status] of [
      [feed, 200],
      [unknown, 404],
    ] as const) {
      const { status: found, headers } = await fetchFeed(path)
      expect([found, headers.get('x-robots-tag')]).toEqual([status, 'noindex'])
    }
  })

  test('stops working once the account is disabled or deleted [T-152]', async () => {
    const [ana, ben] = [await eater(), await eater()]
    const feeds = [await makeFeed(ana), await makeFeed(ben)]
    await ben.start([diner])
    await app.db.updateTable('users').set({ canLogin: false }).where('id', '=', ana.id).execute()
    await ben.call(deleteAccount, { params: { id: ben.id }, body: { email: ben.email } })
    for (const feed of feeds) {
      const reply = await fetchFeed(feed)
      expect([reply.status, await reply.json()]).toEqual([
        404,
        { message: 'Calendar not found', code: 'not_found' },
      ])
    }
    const rows = await app.db
      .selectFrom('calendarFeeds')
      .select('userId')
      .where('userId', '=', ben.id)
      .execute()
    expect(rows).toEqual([])
  })

  test('gives access to nothing but the feed, and nothing but the address gives access to it [T-151]', async () => {
    const ana = await eater()
    const feed = await makeFeed(ana)
    const token = tokenOf(feed)
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    const attempts: Record<string, string>[] = [
      { cookie: `session=${token}` },
      { cookie: `__Host-session=${token}; viewer=${ana.id}.${token}` },
      { authorization: `Bearer ${token}` },
      { authorization: token },
      { authorization: basic(token) },
    ]
    for (const path of ['/api/user', listLunches.path, getCalendar.path, '/api/lunches/1/calendar.ics'])
      for (const headers of attempts) {
        for (const query of ['', `?token=${token}`])
          expect(
            (await visitor.fetch(path + query, { headers })).status,
            `${path} ${JSON.stringify(headers)}`,
          ).toBe(401)
      }
    const asPassword = { headers: { authorization: basic(`${ana.email}:${token}`) } }
    expect((await visitor.fetch('/api/user', asPassword)).status).toBe(401)
    const mailed = await visitor.call(verifyEmail, { query: { token } })
    expect(mailed.status, 'as the token of a mailed link').toBe(400)
    expect(
      await (await visitor.fetch('/api/session', { headers: { cookie: `session=${token}` } })).json(),
    ).toEqual({
      user: null,
    })
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await visitor.fetch(feed, { method })).status, method).toBe(404)
    const hash = await app.db
      .selectFrom('calendarFeeds')
      .select('tokenHash')
      .where('userId', '=', ana.id)
      .executeTakeFirstOrThrow()
    expect((await fetchFeed(`/api/calendar/${hash.tokenHash}.ics`)).status, 'by its hash').toBe(404)
    expect((await fetchFeed(`/api/calendar/${ana.id}.ics`)).status).toBe(404)
    expect((await fetchFeed(feed)).status).toBe(200)
  })

  test('is stored as a hash only and never logged [T-152]', async () => {
    const ana = await eater()
    const feed = await makeFeed(ana)
    const token = tokenOf(feed)
    await fetchFeed(feed)
    await fetchFeed(`${feed}?again`)
    // A failure logs the most.
    await app.db
      .updateTable('lunches')
      .set({ leavesAt: 'broken' })
      .where('id', '=', (await ana.start([diner])).id)
      .execute()
    expect((await fetchFeed(feed)).status).toBe(500)
    await app.db.deleteFrom('lunches').where('leavesAt', '=', 'broken').execute()
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('\n')).not.toContain(token)
    const rows = [
      await app.db.selectFrom('calendarFeeds').selectAll().execute(),
      await app.db.selectFrom('throttles').selectAll().execute(),
      await app.db.selectFrom('auditLogs').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('cannot be guessed: after 100 wrong ones a client has to wait, but existing ones are read by all [T-150]', async () => {
    const ana = await eater()
    const feed = await makeFeed(ana)
    const guesser = '203.0.113.7'
    for (let guess = 0; guess < 100; guess += 1)
      expect((await fetchFeed(`/api/calendar/guess-${guess}.ics`, guesser)).status).toBe(404)
    const rejected = await fetchFeed(unknown, guesser)
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await fetchFeed(unknown)).status).toBe(404)
    expect((await fetchFeed(feed, guesser)).status).toBe(200)
    app.clock.advance({ minutes: 10 })
    expect((await fetchFeed(unknown, guesser)).status).toBe(404)
  })
})
