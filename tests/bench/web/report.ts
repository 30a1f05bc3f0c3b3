import { table } from '../figures.ts'
import type { Bundle } from './bundle.ts'
import type { HomeInteractions } from './interactions.ts'
import type { Score } from './lighthouse.ts'
import type { Visit } from './slow-network.ts'
import type { SlowedVisit } from './slowed.ts'

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

export function slowedTable(visits: SlowedVisit[]): string {
  const head = ['first visit, really throttled', 'first paint', 'largest paint', 'usable', 'blocking']
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  return table(
    head,
    visits.map(({ page, firstPaint, largestPaint, usable, blocking }) => [
      page,
      seconds(firstPaint),
      seconds(largestPaint),
      seconds(usable),
      ms(blocking),
    ]),
  )
}

export function interactionTable(homes: HomeInteractions[]): string {
  const head = ['interaction', 'next paint', 'longest task']
  return homes
    .map(home => {
      const rows = home.actions.map(({ action, nextPaint, longestTask }) => [
        action,
        nextPaint > 0 ? ms(nextPaint) : 'under 16 ms',
        longestTask > 0 ? ms(longestTask) : 'under 50 ms',
      ])
      const start = ['Home appears', '', home.longestAtStart > 0 ? ms(home.longestAtStart) : 'under 50 ms']
      const about =
        `${home.restaurants.toLocaleString('en-US')} restaurants, processor slowed ${home.slowedDown} times: ` +
        `${home.elements.toLocaleString('en-US')} elements, at most ${home.elementsOfCard} per card.`
      return `${about}\n\n${table(head, [start, ...rows])}`
    })
    .join('\n\n')
}

export function visitTable(visits: Visit[]): string {
  const head = ['Home of 60 over 400 kbit/s, 400 ms', 'list shown after', 'requests', 'transferred']
  return table(
    head,
    visits.map(({ visit, requests, kilobytes, listAfter }) => [
      `${visit} visit`,
      `${(listAfter / 1000).toFixed(1)} s`,
      String(requests),
      `${Math.round(kilobytes)} kB`,
    ]),
  )
}
