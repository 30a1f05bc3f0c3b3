import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clock, weeksOf } from '#tests/support/samples/weeks.ts'
import { openingTimesProblem, writeOpeningTimes } from './opening-times.ts'
import { readOpeningTimes } from './read-opening-times.ts'

const weeks = weeksOf({ step: 1, maxLength: 12 })

test('opening times that are written as text are read back unchanged', () => {
  fc.assert(
    fc.property(weeks, week => {
      const text = writeOpeningTimes(week, 600)
      fc.pre(!text.endsWith('…'))
      expect(readOpeningTimes(text)).toEqual(week)
    }),
    { numRuns: 2000 },
  )
})

/* Texts as people write them, with the days that they name and the hours that they can mean. */
const dayWords = [
  ['Mon', 'Monday', 'Mo', 'M', 'mondays'],
  ['Tue', 'Tuesday', 'Tu', 'Tues.', 'tuesdays'],
  ['Wed', 'Wednesday', 'We', 'W', 'weds'],
  ['Thu', 'Thursday', 'Th', 'Thurs.', 'thur'],
  ['Fri', 'Friday', 'Fr', 'F', 'fridays'],
  ['Sat', 'Saturday', 'Sa', 'sat.', 'saturdays'],
  ['Sun', 'Sunday', 'Su', 'sun.', 'sundays'],
]
const anyDays = fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 4 })
const wordOf = (day: number, spelling: number) => dayWords[day]?.[spelling % 5] ?? ''
const separators = fc.constantFrom(', ', '; ', '\n', ',', ' ; ')
const joiners = fc.constantFrom(', ', ' & ', ' and ', '/')
const closedWords = fc.constantFrom('closed', 'Closed', 'off', 'CLOSED', 'close')
const stretches = fc.constantFrom('11-9', '11am-9pm', '11:00-21:00', '5-9pm', 'noon-8', '7a-3p', '24 hours')

describe('closed is never read as open', () => {
  test('on a day that is said to be closed, in any order and spelling', () => {
    fc.assert(
      fc.property(
        anyDays,
        fc.nat(4),
        closedWords,
        stretches,
        separators,
        joiners,
        fc.constantFrom('closed first', 'days first', 'at the end', 'in the middle'),
        (closed, spelling, word, times, separator, joiner, form) => {
          const names = closed.map(day => wordOf(day, spelling)).join(joiner)
          const open = ['Daily ', 'Mon-Sun ', '', 'Every day '][spelling % 4] + times
          const text = {
            'closed first': `${word} ${names}${separator}${open}`,
            'days first': `${names} ${word}${separator}${open}`,
            'at the end': `${open}${separator}${word} ${names}`,
            'in the middle': `${open}${separator}${names} ${word}${separator}PH off`,
          }[form]
          for (const time of readOpeningTimes(text) ?? []) {
            expect(closed, text).not.toContain(time.day)
          }
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('on a day that no rule names', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ days: anyDays, times: stretches, isDayFirst: fc.boolean() }), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.nat(4),
        separators,
        joiners,
        fc.constantFrom(' ', ', ', ': ', ' lunch '),
        (rules, spelling, separator, joiner, glue) => {
          const text = rules
            .map(({ days, times, isDayFirst }) => {
              const names = days.map(day => wordOf(day, spelling)).join(joiner)
              return isDayFirst ? `${names}${glue}${times}` : `${times}${glue}${names}`
            })
            .join(separator)
          const named = new Set(rules.flatMap(({ days }) => days))
          for (const { day } of readOpeningTimes(text) ?? []) expect([...named], text).toContain(day)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('at an hour outside both readings of the times, with or without am, pm and colon', () => {
    const times = fc.record({
      hour: fc.integer({ min: 1, max: 12 }),
      past: fc.constantFrom('', ':00', ':30'),
      half: fc.constantFrom('', 'am', ' PM', 'a', ' p.m.'),
    })
    fc.assert(
      fc.property(times, times, fc.constantFrom('-', ' – ', ' to '), (from, to, dash) => {
        const text = `${from.hour}${from.past}${from.half}${dash}${to.hour}${to.past}${to.half}`
        const [time] = readOpeningTimes(text) ?? []
        if (!time) return
        const ofHalf = (minutes: number, half: string) =>
          [minutes % 720, (minutes % 720) + 720].filter(
            at => half === '' || at >= 720 === half.trim().toLowerCase().startsWith('p'),
          )
        const at = (part: typeof from) =>
          ofHalf(part.hour * 60 + Number(part.past.slice(1) || 0), part.half).map(clock)
        expect(at(from), text).toContain(time.start)
        expect(at(to), text).toContain(time.end === '24:00' ? '00:00' : time.end)
      }),
      { numRuns: 3000 },
    )
  })
})

test('a text with any part that isn’t understood gives no opening times', () => {
  const unknown = fc.constantFrom(
    ...['call ahead', 'seasonal', 'varies', 'usually', 'kitchen', 'except', 'not', 'summer', 'late', '?'],
    ...['+', '%', 'Apr', 'x'],
  )
  fc.assert(
    fc.property(weeks, unknown, fc.nat(), (week, word, place) => {
      const words = writeOpeningTimes(week, 600).split(' ')
      words.splice(place % (words.length + 1), 0, word)
      expect(readOpeningTimes(words.join(' ')), words.join(' ')).toBeNull()
    }),
    { numRuns: 1000 },
  )
})

test('random text never throws, never takes long, and never gives invalid opening times', () => {
  const piece = fc.constantFrom(
    ...['Mon', 'T', 'S', 'Su', 'daily', 'closed', 'off', '-', '–', ',', ';', '\n', '&', '/', ':', '.'],
    ...['(', ')', '||'],
    ...['11', '9', '5pm', '12am', '24:00', '00:00', '26:00', '1100', '24/7', 'noon', 'PH', 'lunch'],
    ...['dinner', ' ', 'and'],
  )
  const texts = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.array(piece, { maxLength: 60 }).map(parts => parts.join(' ')),
  )
  fc.assert(
    fc.property(texts, text => {
      const times = readOpeningTimes(text)
      if (times) expect(openingTimesProblem(times)).toBeNull()
    }),
    { numRuns: 5000 },
  )
  const used = process.cpuUsage()
  for (const hostile of [
    'closed mon, '.repeat(50),
    'mon, '.repeat(120),
    '11-9 '.repeat(120),
    '24 hours '.repeat(66),
  ])
    readOpeningTimes(hostile)
  // Of the processor's time, because the machine may be busy.
  expect(process.cpuUsage(used).user).toBeLessThan(1_000_000)
})
