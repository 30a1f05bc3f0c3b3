import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { weeksOf } from '#tests/support/samples/weeks.ts'
import { describeOpenState, isClosedForLunch, openClock } from './open-state.ts'
import type { OpeningTime } from './opening-times.ts'

const newYork = 'America/New_York'
const at = (iso: string) => new Date(iso)
const week: OpeningTime[] = [
  ...[0, 1, 2, 3].flatMap(day => [
    { day, start: '11:00', end: '14:30' },
    { day, start: '17:00', end: '21:00' },
  ]),
  { day: 4, start: '17:00', end: '02:00' },
]
const shown = (times: OpeningTime[] | null, iso: string) =>
  describeOpenState(openClock(at(iso), newYork)(times), at(iso), newYork)

// 2026-11-16 is a Monday; New York is five hours behind UTC.
test.each([
  ['before it opens', '2026-11-16T15:59:00Z', 'Closed · opens 11 AM'],
  ['when it opens', '2026-11-16T16:00:00Z', 'Open · until 2:30 PM'],
  ['46 minutes before it closes', '2026-11-16T18:44:00Z', 'Open · until 2:30 PM'],
  ['45 minutes before it closes', '2026-11-16T18:45:00Z', 'Closes in 45 min'],
  ['in its last minute', '2026-11-16T19:29:30Z', 'Closes in 1 min'],
  ['when it closes', '2026-11-16T19:30:00Z', 'Closed · opens 5 PM'],
  ['in the evening, if it also opens the next day', '2026-11-17T03:00:00Z', 'Closed · opens tomorrow 11 AM'],
  ['before midnight', '2026-11-21T04:30:00Z', 'Open · until 2 AM'],
  ['after midnight, on a day on which it doesn’t open', '2026-11-21T06:30:00Z', 'Closes in 30 min'],
  ['on a day on which it doesn’t open', '2026-11-21T17:00:00Z', 'Closed today'],
  ['at the end of the week', '2026-11-23T04:59:00Z', 'Closed today'],
])('the text that is shown %s', (_, iso, text) => expect(shown(week, iso)).toBe(text))

const from = (start: string) => [{ day: 0, start, end: '15:00' }]
test.each([
  ['opens at 11 AM', week, '2026-11-16T15:59:00Z', false],
  ['is open', week, '2026-11-16T16:00:00Z', false],
  ['is closing', week, '2026-11-16T19:00:00Z', false],
  ['opens at 5 PM', week, '2026-11-16T19:30:00Z', true],
  ['opens at 11 AM tomorrow', week, '2026-11-17T03:00:00Z', true],
  ['has its day off', week, '2026-11-21T17:00:00Z', true],
  ['opens at 1:29 PM', from('13:29'), '2026-11-16T14:00:00Z', false],
  ['opens at 1:30 PM', from('13:30'), '2026-11-16T14:00:00Z', true],
  ['never opens', [], '2026-11-16T14:00:00Z', true],
  ['may be open', null, '2026-11-16T14:00:00Z', false],
])('a place that %s is closed for lunch, by %o at %s: %s', (_, times, iso, isClosed) =>
  expect(isClosedForLunch(openClock(at(iso), newYork)(times), at(iso), newYork)).toBe(isClosed),
)

const always = [0, 1, 2, 3, 4, 5, 6].map(day => ({ day, start: '00:00', end: '24:00' }))
test.each([
  ['after the only opening day', [{ day: 0, start: '10:00', end: '10:30' }], 'Closed · opens Mon 10 AM'],
  ['of a place that is always open', always, 'Open 24 hours'],
  ['of one that closes on Sunday', always.slice(0, 6), 'Open · until Sun 12 AM'],
  ['of one that never opens', [], 'Closed today'],
  ['of one whose opening times are unknown', null, null],
])('the text that is shown %s', (_, times, text) => expect(shown(times, '2026-11-16T15:59:00Z')).toBe(text))

describe('when the clock changes', () => {
  const nights = [{ day: 5, start: '20:00', end: '02:30' }]
  test('a time that is skipped counts as the moment of the change', () => {
    // 2:00 becomes 3:00 at 07:00 UTC.
    expect(openClock(at('2026-03-08T06:59:00Z'), newYork)(nights)).toEqual({
      state: 'closing',
      until: at('2026-03-08T07:00:00Z'),
    })
    expect(openClock(at('2026-03-08T07:00:00Z'), newYork)(nights)).toMatchObject({ state: 'closed' })
  })
  test('a stretch that is skipped entirely is ignored', () => {
    const times = [
      { day: 6, start: '02:15', end: '02:45' },
      { day: 6, start: '11:00', end: '14:00' },
    ]
    expect(shown(times, '2026-03-08T06:30:00Z')).toBe('Closed · opens 11 AM')
  })
  test('a time that occurs twice means the first occurrence', () => {
    const half = [{ day: 5, start: '20:00', end: '01:30' }]
    expect(openClock(at('2026-11-01T05:29:00Z'), newYork)(half)).toMatchObject({ state: 'closing' })
    expect(openClock(at('2026-11-01T05:31:00Z'), newYork)(half)).toMatchObject({ state: 'closed' })
    expect(openClock(at('2026-11-01T06:15:00Z'), newYork)(half)).toMatchObject({ state: 'closed' })
  })
})

/*
 * The oracle reads a wall clock for every minute and marks the minutes in which a place is open. It knows nothing
 * about UTC offsets.
 */
const minute = 60_000
type Tick = { time: number; shows: string }
const ticksAround = new Map<string, Tick[]>()
function ticks(change: string, zone: string): Tick[] {
  const known = ticksAround.get(zone + change)
  if (known) return known
  const first = Date.parse(change) - 6 * 24 * 60 * minute
  // Swedish dates go from the year down to the minute, so they can be compared as texts.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const made = Array.from({ length: 16 * 24 * 60 }, (_, index) => {
    const time = first + index * minute
    return { time, shows: clock.format(time) }
  })
  ticksAround.set(zone + change, made)
  return made
}

function oracle(times: OpeningTime[], instant: Date, zone: string, change: string) {
  const all = ticks(change, zone)
  const firstAtOrAfter = (shown: string) => all.find(tick => tick.shows >= shown)?.time
  const open = new Set<number>()
  const first = localDate(new Date(instant.getTime() - 2 * 24 * 60 * minute), zone)
  for (let day = 0; day < 12; day++) {
    const date = addDays(first, day)
    const weekday = (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7
    for (const { start, end } of times.filter(time => time.day === weekday)) {
      const last = end === '24:00' || end <= start ? addDays(date, 1) : date
      const opens = firstAtOrAfter(`${date} ${start}`)
      const closes = firstAtOrAfter(`${last} ${end === '24:00' ? '00:00' : end}`)
      if (opens === undefined || closes === undefined) continue
      for (let time = opens; time < closes; time += minute) open.add(time)
    }
  }
  const now = instant.getTime()
  const isOpen = open.has(now)
  for (let time = now; time < now + 170 * 60 * minute; time += minute)
    if (open.has(time) !== isOpen) return { isOpen, change: new Date(time) }
  return { isOpen, change: null }
}

const weeks = weeksOf({ step: 15, maxLength: 8 })

const changes = [
  [newYork, '2026-03-08T07:00:00Z'],
  [newYork, '2026-11-01T06:00:00Z'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Asia/Beirut', '2026-03-28T22:00:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  ['Asia/Kathmandu', '2026-06-15T12:00:00Z'],
  ['Pacific/Kiritimati', '2026-01-01T00:00:00Z'],
  ['UTC', '2026-12-31T23:59:00Z'],
] as const

test('in any zone, the state matches a wall clock around clock changes, midnight and the end of the week', () => {
  fc.assert(
    fc.property(
      weeks,
      fc.constantFrom(...changes),
      fc.integer({ min: -2 * 1440, max: 2 * 1440 }),
      (times, [zone, change], away) => {
        const instant = new Date(Date.parse(change) + away * minute)
        const expected = oracle(times, instant, zone, change)
        const state = openClock(instant, zone)(times)
        if (state.state === 'unknown') throw new Error('these times are known')
        expect(state.state === 'closed').toBe(!expected.isOpen)
        expect(state.until).toEqual(expected.change)
        const left = expected.change ? expected.change.getTime() - instant.getTime() : Infinity
        if (expected.isOpen) expect(state.state).toBe(left <= 45 * minute ? 'closing' : 'open')
      },
    ),
    { numRuns: 150 },
  )
})
