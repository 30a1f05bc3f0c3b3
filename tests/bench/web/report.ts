import { table } from '../report.ts'
import type { InHand } from './in-hand.ts'
import type { Score } from './lighthouse.ts'

export function pagesReport(scores: Score[], { longestTaskOfHome, detailsPainted }: InHand): string {
  const ms = (milliseconds: number) => `${Math.round(milliseconds)} ms`
  return [
    table(
      ['first visit', 'performance', 'largest paint', 'blocking', 'shift'],
      scores.map(({ page, performance, largestPaint, blocking, layoutShift }) => [
        page,
        performance.toFixed(2),
        `${(largestPaint / 1000).toFixed(1)} s`,
        ms(blocking),
        layoutShift.toFixed(3),
      ]),
    ),
    table(
      ['second visit, processor slowed four times', ''],
      [
        // Browsers report tasks from 50 ms on.
        ['longest task while Home of 60 appears', longestTaskOfHome ? ms(longestTaskOfHome) : 'under 50 ms'],
        ['from a tap on a card until its details are painted', ms(detailsPainted)],
      ],
    ),
  ].join('\n\n')
}
