import { table } from '../report.ts'
import type { Score } from './lighthouse.ts'

const ms = (milliseconds: number) => `${Math.round(milliseconds)} ms`

export function scoreTable(scores: Score[]): string {
  const head = [
    'first visit',
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'largest paint',
    'blocking',
    'shift',
    'failed audits',
  ]
  return table(
    head,
    scores.map(score => [
      score.page,
      score.performance.toFixed(2),
      score.accessibility.toFixed(2),
      score.bestPractices.toFixed(2),
      score.seo.toFixed(2),
      `${(score.largestPaint / 1000).toFixed(1)} s`,
      ms(score.blocking),
      score.layoutShift.toFixed(3),
      score.faults.join(', ') || 'none',
    ]),
  )
}
