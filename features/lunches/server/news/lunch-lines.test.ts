// On one engine: texts.
import { expect, test } from 'vitest'
import { type LineFacts, lunchLine } from './lunch-lines.ts'
import type { PostOccasion } from './tell.ts'

const link = 'https://lunch.example.org/?lunch=12'
const noon = '2026-11-20T17:05:00.000Z'
const named = (...names: string[]) => names.map((name, id) => ({ id, name }))
const facts: LineFacts = {
  hostName: 'Ana Bell',
  leavesAt: noon,
  meetingPoint: 'the lobby',
  decidedName: 'Pho Vinh',
  decidedHow: 'only',
  restaurants: named('Pho Vinh'),
}
const lineOf = (occasion: PostOccasion, fields: Partial<LineFacts> = {}, now = '2026-11-20T14:00:00Z') =>
  lunchLine(occasion, { ...facts, ...fields }, { now: new Date(now), timeZone: 'America/New_York', link })
const textOf = (...args: Parameters<typeof lineOf>) => lineOf(...args).text

/** What it is about, the occasion, how the vote was decided if it was, the places, what is missing, and the line. */
const lines = `
one place | started | only | Pho Vinh | | Ana Bell is going to Pho Vinh for lunch, leaving today at 12:05 PM, from the lobby.
a vote | started | | Pho Vinh, Taco Stand, Curry House | | Ana Bell started a lunch, leaving today at 12:05 PM, from the lobby. Vote on Pho Vinh, Taco Stand, or Curry House.
a long vote | started | | A, B, C, D, E | point | Ana Bell started a lunch, leaving today at 12:05 PM. Vote on A, B, C, or 2 more.
votes | decided | votes | Pho Vinh | | The vote is settled: Pho Vinh. Lunch leaves today at 12:05 PM, from the lobby.
a draw | decided | draw | Pho Vinh | | The vote was a tie, and the draw picked Pho Vinh. Lunch leaves today at 12:05 PM, from the lobby.
a choice | decided | host | Pho Vinh | point | Ana Bell picked Pho Vinh. Lunch leaves today at 12:05 PM.
a vote that is open again | reopened | | Pho Vinh, Taco Stand | | Ana Bell opened the vote again. Vote on Pho Vinh or Taco Stand. Lunch leaves today at 12:05 PM, from the lobby.
another time | moved | only | Pho Vinh | | Ana Bell’s lunch at Pho Vinh has moved: it now leaves today at 12:05 PM, from the lobby.
another time of a vote | moved | | Pho Vinh | | Ana Bell’s lunch has moved: it now leaves today at 12:05 PM, from the lobby.
the end | cancelled | only | Pho Vinh | | Ana Bell’s lunch at Pho Vinh, leaving today at 12:05 PM, is cancelled.
the end | cancelled | only | Pho Vinh | host | A lunch at Pho Vinh, leaving today at 12:05 PM, is cancelled.
`
  .trim()
  .split('\n')
  .map(row => row.split('|').map(cell => cell.trim()))

test.each(lines)('the line for %s (%s) has the expected text', (...row) => {
  const [, occasion, how, places = '', missing, text] = row
  const fields = {
    restaurants: named(...places.split(', ')),
    ...(how === ''
      ? { decidedName: null, decidedHow: null }
      : { decidedHow: how as LineFacts['decidedHow'] }),
    ...(missing === 'host' && { hostName: null }),
    ...(missing === 'point' && { meetingPoint: null }),
  }
  const line = lineOf(occasion as PostOccasion, fields)
  expect([line.text, line.link.url]).toEqual([text, link])
})

test.each([
  ['2026-11-20T05:00:00Z', 'today at 12:05 PM'],
  ['2026-11-20T04:59:00Z', 'tomorrow at 12:05 PM'],
  ['2026-11-19T04:59:00Z', 'on Friday, Nov 20 at 12:05 PM'],
])('at %s the line says that lunch leaves %s', (now, when) => {
  expect(textOf('cancelled', {}, now)).toContain(`leaving ${when}, is`)
})

test('joined emoji stay whole, and so do words of scripts with joiners', () => {
  const hostName = 'Zoë 👩‍🍳 می‌خواهم'
  expect(textOf('moved', { hostName })).toContain(`\u2068${hostName}\u2069’s lunch`)
})

test('any user input stays on one line, and long names are shortened [T-203]', () => {
  const name = 'Zoë\r\n\u2028\u0007 \u202egnissel\u202c\u200b\u2066'
  expect(textOf('moved', { hostName: name, meetingPoint: 'a\n\nb\tc' })).toBe(
    'Zoë gnissel’s lunch at Pho Vinh has moved: it now leaves today at 12:05 PM, from a b c.',
  )
  const long = 'ё'.repeat(100)
  const { text } = lineOf('started', { hostName: long, meetingPoint: long, decidedName: long })
  expect(text.match(/ё+…/gu)?.map(cut => cut.length)).toEqual([80, 80, 80])
  const many = textOf('started', {
    decidedName: null,
    decidedHow: null,
    hostName: long,
    meetingPoint: long,
    restaurants: named(...Array(8).fill(long)),
  })
  // Even if escaping doubles the length, it is within Discord's limit of 2,000 characters.
  expect(many.length).toBeLessThan(600)
})
