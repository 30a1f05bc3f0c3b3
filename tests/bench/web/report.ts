import { table } from '../report.ts'
import type { Bundle } from './bundle.ts'
import type { Score } from './lighthouse.ts'

const kB = (bytes: number) => (bytes / 1000).toFixed(1)
const ms = (milliseconds: number) => `${Math.round(milliseconds)} ms`

export function bundleTable(bundles: Bundle[]): string {
  const head = ['script before a page is usable, kB (Brotli)', ...bundles.map(({ page }) => page)]
  const parts = bundles[0]?.weights.map(({ part }) => part) ?? []
  const rows = parts.map(part => [
    part,
    ...bundles.map(({ weights }) => kB(weights.find(weight => weight.part === part)?.brotli ?? 0)),
  ])
  const sums = [
    ['**total**', ...bundles.map(({ brotli }) => `**${kB(brotli)}**`)],
    ['files', ...bundles.map(({ files }) => String(files))],
  ]
  return table(head, [...rows.filter(([, ...cells]) => cells.some(cell => cell !== '0.0')), ...sums])
}

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
