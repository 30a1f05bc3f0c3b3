import { describe, expect, test } from 'vitest'
import {
  formatHours,
  hoursInOneLine,
  type OpeningTime,
  openingTimesProblem,
  tidyOpeningTimes,
  weekProblem,
  writeOpeningTimes,
} from './opening-times.ts'
import { readOpeningTimes } from './read-opening-times.ts'

const on = (days: number[], start: string, end: string): OpeningTime[] =>
  days.map(day => ({ day, start, end }))
const everyDay = [0, 1, 2, 3, 4, 5, 6]

describe('written as one line', () => {
  test.each<[string, OpeningTime[], string]>([
    ['always closed', [], 'Closed'],
    ['the same times every day', on(everyDay, '11:00', '21:00'), 'Daily 11 AM - 9 PM'],
    ['around the clock', on(everyDay, '00:00', '24:00'), 'Daily 24 hours'],
    [
      'runs of days, and days when it is closed',
      [...on([0, 1, 2, 3], '11:30', '21:00'), ...on([4], '11:30', '22:00')],
      'Mon-Thu 11:30 AM - 9 PM; Fri 11:30 AM - 10 PM; Sat-Sun closed',
    ],
    [
      'a break, in any order',
      [...on([6], '17:00', '21:30'), ...on([6], '12:00', '14:00')],
      'Mon-Sat closed; Sun 12 PM - 2 PM & 5 PM - 9:30 PM',
    ],
    ['until midnight', on([5], '18:00', '00:00'), 'Mon-Fri closed; Sat 6 PM - 12 AM; Sun closed'],
    ['past midnight', on([5], '18:00', '02:00'), 'Mon-Fri closed; Sat 6 PM - 2 AM; Sun closed'],
  ])('%s', (_, times, text) => {
    expect(writeOpeningTimes(times, 200)).toBe(text)
  })
})

test('a line that is just short enough stays whole; a longer one loses only as much of its end as necessary', () => {
  const times = [...on([0, 1, 2, 3], '11:30', '21:00'), ...on([4], '11:30', '22:00')]
  const lines = [
    'Mon-Thu 11:30 AM - 9 PM; Fri 11:30 AM - 10 PM; Sat-Sun closed',
    'Mon-Thu 11:30 AM - 9 PM; Fri 11:30 AM - 10 PM; …',
    'Mon-Thu 11:30 AM - 9 PM; …',
  ]
  for (const [shorter, line] of lines.entries()) {
    expect(writeOpeningTimes(times, line.length)).toBe(line)
    expect(writeOpeningTimes(times, line.length - 1)).toBe(lines[shorter + 1] ?? '…')
  }
})

test('tidied opening times are in order of the week, with 24:00 for an end at midnight', () => {
  const times = [...on([1], '17:00', '00:00'), ...on([1], '11:00', '14:00'), ...on([0], '00:00', '00:00')]
  expect(tidyOpeningTimes(times)).toEqual([
    { day: 0, start: '00:00', end: '24:00' },
    { day: 1, start: '11:00', end: '14:00' },
    { day: 1, start: '17:00', end: '24:00' },
  ])
})

describe('valid opening times', () => {
  test.each<[string, OpeningTime[]]>([
    ['nothing at all', []],
    ['two stretches that touch', [...on([0], '11:00', '14:00'), ...on([0], '14:00', '21:00')]],
    ['all week around the clock', on(everyDay, '00:00', '24:00')],
    ['a night, and the day after it', [...on([5], '20:00', '02:00'), ...on([6], '02:00', '12:00')]],
    ['a night over the end of the week', [...on([6], '18:00', '02:00'), ...on([0], '11:00', '21:00')]],
    ['a day and a night from nine to nine', on([2], '09:00', '09:00')],
  ])('%s', (_, times) => expect(openingTimesProblem(times)).toBeNull())

  test('at most a hundred stretches, unless more were stored earlier', () => {
    const hourly = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:`)
    const many = everyDay.flatMap(day => hourly.flatMap(hour => on([day], `${hour}00`, `${hour}30`)))
    expect(openingTimesProblem(many.slice(0, 100))).toBeNull()
    expect(openingTimesProblem(many.slice(0, 101))).toBe('At most 100 opening times are allowed')
    expect(weekProblem(many)).toBeNull()
  })

  const overlap = 'Opening times must not overlap'
  const noDay = 'Days are numbers from 0 (Monday) to 6 (Sunday)'
  const noStart = 'A start must be a time from 00:00 to 23:59'
  const noEnd = 'An end must be a time from 00:00 to 24:00'
  test.each<[string, OpeningTime[], string]>([
    ['an eighth day', on([7], '11:00', '21:00'), noDay],
    ['a day before Monday', on([-1], '11:00', '21:00'), noDay],
    ['half a day', on([1.5], '11:00', '21:00'), noDay],
    ['a start at 24:00', on([1], '24:00', '02:00'), noStart],
    ['a start with a day', on([1], '1 11:00', '21:00'), noStart],
    ['a start with seconds', on([1], '11:00:00', '21:00'), noStart],
    ['an end with a day', on([1], '11:00', '1 21:00'), noEnd],
    ['an end with seconds', on([1], '11:00', '24:00:00'), noEnd],
    ['a start at 11', on([1], '11', '21:00'), noStart],
    ['an end at 24:30', on([1], '11:00', '24:30'), noEnd],
    ['the same twice', [...on([1], '11:00', '21:00'), ...on([1], '11:00', '21:00')], overlap],
    ['one within another', [...on([1], '11:00', '21:00'), ...on([1], '12:00', '13:00')], overlap],
    ['a night into the next day', [...on([4], '18:00', '02:00'), ...on([5], '01:00', '12:00')], overlap],
    ['Sunday’s night into Monday’s', [...on([6], '18:00', '02:00'), ...on([0], '01:00', '12:00')], overlap],
    ['24 hours into a stretch', [...on([1], '09:00', '09:00'), ...on([2], '08:00', '10:00')], overlap],
  ])('exclude %s', (_, times, problem) => expect(openingTimesProblem(times)).toBe(problem))
})

describe('the text as shown', () => {
  test.each([...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE58\uFE63\uFF0D'])(
    'the dash %j becomes a hyphen',
    dash => {
      expect(formatHours(`11 AM ${dash} 9 PM, Mon${dash}Sat`)).toBe('11 AM - 9 PM, Mon-Sat')
    },
  )
  test('unknown hours are shown as not available', () => {
    for (const hours of [null, '', '  ']) expect(formatHours(hours)).toBe('Hours not available')
  })
})

test.each([
  ['Monday\t11 AM–9 PM\r\nTuesday\tClosed\r\n', 'Monday 11 AM–9 PM; Tuesday Closed'],
  ['Monday\n11 AM–2 PM\n5–9 PM\n\nTuesday\n11 AM–9 PM', 'Monday 11 AM–2 PM, 5–9 PM; Tuesday 11 AM–9 PM'],
  ['Mon-Fri 11-9\u2028Sat, Sun\n12-8', 'Mon-Fri 11-9; Sat, Sun 12-8'],
  ['Mon-Fri 11-9\vSat\f12-8', 'Mon-Fri 11-9; Sat 12-8'],
  ['  Call  ahead \u200B', 'Call  ahead'],
  ['\n\t\n', ''],
])('hours copied from a page become one line: %j', (copied, line) => {
  expect(hoursInOneLine(copied)).toBe(line)
})

test('copied hours are read like those that were typed', () => {
  const copied = 'Monday\t11 AM–2 PM\n5–9 PM\nTuesday\t11 AM–9 PM\nWednesday\tClosed'
  expect(readOpeningTimes(hoursInOneLine(copied))).toEqual([
    { day: 0, start: '11:00', end: '14:00' },
    { day: 0, start: '17:00', end: '21:00' },
    { day: 1, start: '11:00', end: '21:00' },
  ])
})

test('a week of fourteen different stretches is written whole', () => {
  const week = Array.from({ length: 14 }, (_, i) => ({
    day: Math.floor(i / 2),
    start: i % 2 ? `17:${10 + i}` : `11:${10 + i}`,
    end: i % 2 ? `21:${30 + i}` : `14:${30 + i}`,
  }))
  const text = writeOpeningTimes(week)
  expect(text).not.toContain('…')
  expect(text.length).toBeGreaterThan(200)
  expect(readOpeningTimes(text)).toEqual(week)
})
