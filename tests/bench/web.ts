/**
 * `npm run bench:web`: first visits of the pages on a phone, and how soon it reacts, measured with a real browser and the
 * real server. Options: --runs 5 (of each), --write into docs/performance.md.
 */
import { optionsOf } from '../../scripts/options.ts'
import { startSession } from '../support/calls/caller.ts'
import { peopleOf } from '../support/people/people.ts'
import { fillPlaces } from './fill.ts'
import { median, publish, table } from './report.ts'
import { startFilledServer } from './servers.ts'
import { measureInHand } from './web/in-hand.ts'
import { measureFirstVisit } from './web/lighthouse.ts'

const values = optionsOf({ runs: { type: 'string', default: '5' }, write: { type: 'boolean' } })

/** A usual campus, and sixty people with ratings. */
const size = {
  staff: 60,
  campuses: [{ campusCode: 'arden', restaurants: 60 }],
  ratings: 1_200,
  signedIn: 1,
}
const { filled, server, stop } = await startFilledServer('sqlite', {}, async deps => {
  const { people } = await fillPlaces(deps, size)
  const { id } = await peopleOf(deps).primary()
  return { staff: people[0]?.cookie ?? '', admin: await startSession(deps, id) }
})

/** Measures as often as asked for, one after the other. */
async function repeat<T>(measureOnce: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  while (all.length < Number(values.runs)) all.push(await measureOnce())
  return all
}

const inHand = await repeat(() => measureInHand(server.origin, filled.staff))
const ms = (milliseconds: number) => `${Math.round(milliseconds)} ms`
const scores: string[][] = []
for (const [page, path, cookie] of [
  ['sign-in', '/login', null],
  ['Home, 60 restaurants', '/?campus=arden', filled.staff],
  ['details', '/?campus=arden&restaurant=3', filled.staff],
  ['administration', '/admin', filled.admin],
] as const) {
  const visits = await repeat(() => measureFirstVisit(server.origin + path, cookie))
  const middle = visits.toSorted((a, b) => a.performance - b.performance || b.blocking - a.blocking)
  const score = middle[Math.floor(middle.length / 2)] as (typeof middle)[number]
  const paint = `${(score.largestPaint / 1000).toFixed(1)} s`
  scores.push([page, score.performance.toFixed(2), paint, ms(score.blocking), score.layoutShift.toFixed(3)])
}
await stop()
const longest = median(inHand.map(({ longestTaskOfHome }) => longestTaskOfHome))
const painted = median(inHand.map(({ detailsPainted }) => detailsPainted))
const figures = [
  table(['first visit', 'performance', 'largest paint', 'blocking', 'shift'], scores),
  table(
    ['second visit, processor slowed four times', ''],
    [
      // Browsers report tasks from 50 ms on.
      ['longest task while Home of 60 appears', longest ? ms(longest) : 'under 50 ms'],
      ['from a tap on a card until its details are painted', ms(painted)],
    ],
  ),
]
await publish(figures, 'pages', values.write)
