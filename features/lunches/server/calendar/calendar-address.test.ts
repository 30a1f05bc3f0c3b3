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
  const notFound = [
    404,
    'application/json; charset=utf-8',
    '{"message":"Calendar not found","code":"not_found"}',
  ]
  const told = async (path: string) => {
    const response = await fetchFeed(path)
    return [response.status, response.headers.get('content-type'), await response.text()]
  }

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
    for (const path of [
      first,
      second,
      unknown,
      '/api/calendar/x.ics',
      `/api/calendar/${'A'.repeat(44)}%00.ics`,
    ])
      expect(await told(path)).toEqual(notFound)
  })

  test('is open to calendar services that obey robots.txt, and not to be indexed', async () => {
    const robots = await readFile(new URL('../../../../app/web/public/robots.txt', import.meta.url), 'utf8')
    const rules = [...robots.matchAll(/^(Allow|Disallow): (.+)$/gm)]
    const allows = (address: string) => {
      const fitting = rules.filter(([, , path = '']) => address.startsWith(path))
      const longest = fitting.toSorted(([, , one = ''], [, , other = '']) => other.length - one.length)
      // RFC 9309 has the longest path decide; older programs take the first line that fits.
      return [fitting[0], longest[0]].map(rule => rule?.[1] !== 'Disallow')
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
    for (const feed of feeds) expect(await told(feed)).toEqual(notFound)
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
      { authorization: basic(`${ana.email}:${token}`) },
    ]
    for (const path of ['/api/user', listLunches.path, getCalendar.path, '/api/lunches/1/calendar.ics'])
      for (const headers of attempts) {
        const { status } = await visitor.fetch(`${path}?token=${token}`, { headers })
        expect(status, `${path} ${JSON.stringify(headers)}`).toBe(401)
      }
    const mailed = await visitor.call(verifyEmail, { query: { token } })
    expect(mailed.status, 'as the token of a mailed link').toBe(400)
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await visitor.fetch(feed, { method })).status, method).toBe(404)
    const [row] = await app.db.selectFrom('calendarFeeds').selectAll().where('userId', '=', ana.id).execute()
    expect((await fetchFeed(`/api/calendar/${row?.tokenHash}.ics`)).status, 'by its hash').toBe(404)
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
    const { id } = await ana.start([diner])
    await app.db.updateTable('lunches').set({ leavesAt: 'broken' }).where('id', '=', id).execute()
    expect((await fetchFeed(feed)).status).toBe(500)
    await app.db.deleteFrom('lunches').where('leavesAt', '=', 'broken').execute()
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('\n')).not.toContain(token)
    for (const table of ['calendarFeeds', 'throttles', 'auditLogs'] as const)
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(token)
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
