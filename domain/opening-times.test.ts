import { expect, test } from 'vitest'
import { describeWeek, type OpenTime } from './opening-times.ts'

const on = (dayNumbers: number[], start: string, end: string): OpenTime[] =>
  dayNumbers.map(day => ({ day, start, end }))
const everyDay = [0, 1, 2, 3, 4, 5, 6]

test.each<[string, OpenTime[], string | null]>([
  ['no times at all', [], null],
  ['the same times every day', on(everyDay, '1100', '2100'), 'Daily 11 AM - 9 PM'],
  ['around the clock', on(everyDay, '0000', '0000'), 'Daily 24 hours'],
  [
    'runs of days, and days when it is closed',
    [...on([0, 1, 2, 3], '1130', '2100'), ...on([4], '1130', '2200')],
    'Mon-Thu 11:30 AM - 9 PM; Fri 11:30 AM - 10 PM; Sat-Sun closed',
  ],
  [
    'a pause, in any order',
    [...on([6], '1700', '2130'), ...on([6], '1200', '1400')],
    'Mon-Sat closed; Sun 12 PM - 2 PM & 5 PM - 9:30 PM',
  ],
  ['past midnight', on([5], '1800', '0000'), 'Mon-Fri closed; Sat 6 PM - 12 AM; Sun closed'],
  [
    'the same twice',
    [...on([0], '0800', '1200'), ...on([0], '0800', '1200')],
    'Mon 8 AM - 12 PM; Tue-Sun closed',
  ],
  ['what is no time or no day', [...on([0], 'noon', '1400'), ...on([9], '1100', '1400')], null],
])('%s', (_, times, text) => {
  expect(describeWeek(times, 200)).toBe(text)
})

test('a week that differs every day ends before the line is too long, and shows it', () => {
  const times = everyDay.flatMap(day => [
    ...on([day], `11${day}0`, '1430'),
    ...on([day], '1730', `22${day}0`),
  ])
  const text = describeWeek(
    times.filter(({ day }) => day < 6),
    100,
  )
  expect(text).toBe('Mon 11 AM - 2:30 PM & 5:30 PM - 10 PM; Tue 11:10 AM - 2:30 PM & 5:30 PM - 10:10 PM; …')
})
