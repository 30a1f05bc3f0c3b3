import { describe, expect, test } from 'vitest'
import { feedsOf, readCalendar } from '#tests/support/calls/calendars.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp({ TRUST_PROXY: '1' })
const { eater, eaterOf } = lunchesOf(app)
const { fetchFeed, makeFeed, readFeed } = feedsOf(app)
// 10 AM on a Friday.
app.clock.set('2026-11-20T15:00:00Z')
const [diner, bistro] = [
  await app.restaurant({ name: 'Diner', address: '5 Main Street, Arden, NC' }),
  await app.restaurant({ name: 'Bistro' }),
]
const visitor = app.as(null)
const inHours = (hours: number) => ({
  leavesAt: new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString(),
})

async function read(who: { fetch: (path: string) => Promise<Response> }, lunch: { id: number }) {
  const response = await who.fetch(`/api/lunches/${lunch.id}/calendar.ics`)
  expect(response.status).toBe(200)
  return readCalendar(await response.text()).of(lunch)
}

describe('a lunch', () => {
  test('is an event with its place, and with its time in UTC', async () => {
    const [ana, ben] = [await eater({ firstName: 'Ana', lastName: 'Lopez' }), await eater()]
    const lunch = await ana.start([diner], {
      leavesAt: '2026-11-20T17:05:00Z',
      meetingPoint: 'the lobby',
      note: 'Bring cash',
    })
    const response = await ben.fetch(`/api/lunches/${lunch.id}/calendar.ics`)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="lunch-${lunch.id}.ics"`)
    const text = await response.text()
    expect(readCalendar(text)).toMatchObject({ version: '2.0', names: ['vevent'] })
    expect(text, 'commas of texts are escaped').toContain('\r\nNAME:Lunches\\, Common Table\r\n')
    expect(readCalendar(text).of(lunch)).toMatchObject({
      summary: 'Lunch at Diner',
      location: 'Diner, 5 Main Street, Arden, NC',
      start: '2026-11-20T17:05:00.000Z',
      end: '2026-11-20T18:05:00.000Z',
      zone: 'UTC',
      status: 'CONFIRMED',
      busy: ['OPAQUE', 'BUSY'],
      url: `${app.deps.config.appUrl}/?lunch=${lunch.id}`,
    })
    expect(readCalendar(text).of(lunch)?.description.split('\n').slice(0, 3)).toEqual([
      'Meeting point: the lobby',
      'Host: Ana Lopez',
      'Bring cash',
    ])
  })

  test('keeps its UID through all changes, each of which raises the SEQUENCE', async () => {
    const [ana, ben] = [await eater(), await eater()]
    const lunch = await ana.start([diner, bistro])
    const seen = [await read(ana, lunch)]
    expect(seen[0]).toMatchObject({
      summary: 'Lunch (vote until 10:50)',
      location: null,
      status: 'TENTATIVE',
      busy: ['OPAQUE', 'TENTATIVE'],
    })
    const changes = [
      () => ben.join(lunch),
      () => ben.vote(lunch, [bistro]),
      () => ana.change(lunch, { leavesAt: '2026-11-20T18:30:00Z' }),
      () => ana.change(lunch, { meetingPoint: 'Door B' }),
      () => ana.closeVote(lunch),
      () => ana.cancel(lunch),
    ]
    for (const change of changes) {
      expect((await change()).status).toBeLessThan(300)
      seen.push(await read(ana, lunch))
    }
    expect(new Set(seen.map(event => event?.uid)).size).toBe(1)
    const sequences = seen.map(event => event?.sequence ?? -1)
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
    expect(seen.at(-2)).toMatchObject({
      status: 'CONFIRMED',
      summary: 'Lunch at Bistro',
      start: '2026-11-20T18:30:00.000Z',
    })
    expect(seen.at(-1)).toMatchObject({ summary: 'Cancelled: Lunch at Bistro', status: 'CANCELLED' })
  })

  test('with an overdue vote is closed before it is exported', async () => {
    const ana = await eater()
    const lunch = await ana.start([diner, bistro], {
      decidesAt: new Date(app.clock.now().getTime() + 30_000).toISOString(),
    })
    app.clock.advance({ minutes: 1 })
    expect((await read(ana, lunch))?.summary).toMatch(/^Lunch at (Diner|Bistro)$/)
  })

  const hostile = {
    'line breaks that begin another event': 'Lunch\r\nEND:VEVENT\r\nBEGIN:VEVENT\nSUMMARY:Fired\rX:y',
    'commas, semicolons and backslashes': 'a,b;c\\d\\n"e":f',
    'emoji of several parts': '👩🏽‍🍳🍜'.repeat(14),
    'a hundred letters of two and three bytes': `${'é'.repeat(50)}${'漢'.repeat(50)}`,
  }
  test.each(Object.entries(hostile))(
    'keeps %s as text, in lines of at most 75 bytes [T-154]',
    async (_what, text) => {
      const oneLine = text.replaceAll(/[\r\n]+/g, ' ')
      const ana = await eater({ firstName: text, lastName: 'L\u0007ast' })
      const place = await app.restaurant({ name: text, address: text })
      const lunch = await ana.start([place], { note: text, meetingPoint: [...oneLine].slice(0, 40).join('') })
      const response = await ana.fetch(`/api/lunches/${lunch.id}/calendar.ics`)
      const file = await response.text()
      const lines = file.split('\r\n')
      expect(lines.at(-1), 'it ends with a line break').toBe('')
      expect(Math.max(...lines.map(line => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
      expect(file).not.toMatch(/[^\P{Cc}\r\n\t]/u)
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const { events, names } = readCalendar(file)
      expect([names, events.length]).toEqual([['vevent'], 1])
      const asRead = text.replaceAll(/\r\n|\r/g, '\n')
      expect(events[0]?.summary).toBe(`Lunch at ${asRead}`)
      expect(events[0]?.location).toBe(`${asRead}, ${asRead}`)
      expect(events[0]?.description).toContain(`Host: ${asRead} Last`)
      expect(events[0]?.description).toContain(asRead)
    },
  )
})

describe('a feed', () => {
  test('contains the lunches that its owner is in, and needs no session [T-153]', async () => {
    const [ana, ben] = [await eater(), await eater()]
    const feed = await makeFeed(ben)
    expect(await readFeed(feed), 'RFC 5545 wants a component').toMatchObject({
      names: ['vtimezone'],
      events: [],
    })
    const lunch = await ana.start([diner])
    expect((await readFeed(feed)).events, 'lunches of others aren’t in it').toEqual([])
    await ben.join(lunch)
    const response = await fetchFeed(feed)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(response.headers.get('set-cookie')).toBeNull()
    const event = readCalendar(await response.text()).of(lunch)
    expect(event).toMatchObject({ summary: 'Lunch at Diner', status: 'CONFIRMED' })
    expect(event).toEqual(await read(ana, lunch))
  })

  test('is the same file until a lunch in it changes, and stamped with that change', async () => {
    const [ana, ben] = [await eater(), await eater()]
    const feed = await makeFeed(ben)
    const [kept, lunch] = [await ana.start([diner]), await (await eater()).start([bistro])]
    await ben.join(kept)
    const etag = (await fetchFeed(feed)).headers.get('etag') ?? ''
    app.clock.advance({ minutes: 1 })
    const revisit = () => visitor.fetch(feed, { headers: { 'if-none-match': etag } })
    const again = await revisit()
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    const second = () => `${app.clock.now().toISOString().slice(0, 19)}Z`
    const before = second()
    await ben.join(lunch, { move: true })
    const calendar = readCalendar(await (await revisit()).text())
    const stamp = calendar.of(lunch)?.stamp ?? ''
    expect(before <= stamp && stamp <= second(), stamp).toBe(true)
  })

  test('cancels lunches that were called off, and has none that its owner left [T-153]', async () => {
    const [ana, ben] = [await eater(), await eater()]
    const feed = await makeFeed(ben)
    const off = await ana.start([diner])
    await ben.join(off)
    const joined = (await readFeed(feed)).of(off)
    await ana.cancel(off)
    const cancelled = (await readFeed(feed)).of(off)
    expect(cancelled).toMatchObject({
      uid: joined?.uid,
      status: 'CANCELLED',
      busy: ['TRANSPARENT', 'FREE'],
      summary: 'Cancelled: Lunch at Diner',
    })
    expect(cancelled?.sequence).toBeGreaterThan(joined?.sequence ?? 99)

    const [left, other] = [await (await eater()).start([bistro]), await (await eater()).start([diner])]
    await ben.join(left)
    const inIt = (await readFeed(feed)).of(left)
    await ben.leave(left)
    expect((await readFeed(feed)).events).toEqual([cancelled])
    await ben.join(left)
    const again = (await readFeed(feed)).of(left)
    expect(again).toMatchObject({ uid: inIt?.uid, status: 'CONFIRMED' })
    expect(again?.sequence).toBeGreaterThan(inIt?.sequence ?? 99)
    await ben.join(other, { move: true })
    const moved = await readFeed(feed)
    expect([moved.events.length, moved.of(left), moved.of(other)?.status]).toEqual([
      2,
      undefined,
      'CONFIRMED',
    ])
  })

  test('goes back sixty days and contains everything upcoming', async () => {
    const ana = await eater()
    const feed = await makeFeed(ana)
    const start = app.clock.now()
    const lunch = await ana.start([diner])
    app.clock.advance({ days: 59 })
    // Her session has expired since.
    const ahead = await eaterOf(ana).start([bistro], inHours(120))
    expect((await readFeed(feed)).events).toHaveLength(2)
    app.clock.advance({ days: 2 })
    const later = await readFeed(feed)
    expect(later.of(lunch)).toBeUndefined()
    expect(later.of(ahead)?.status).toBe('CONFIRMED')
    app.clock.set(start.toISOString())
  })
})
