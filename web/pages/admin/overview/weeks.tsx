import type { Week } from '#contract/overview.ts'
import { counted } from '#web/lib/counted.ts'
import { ChartPanel } from './chart-panel.tsx'
import { dayLabel } from './labels.ts'
import { WeeksChart } from './weeks-chart.tsx'

export function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const hasLunches = weeks.some(({ lunches }) => lunches > 0)
  return (
    <ChartPanel
      title="Ratings per week"
      sentence={sentenceOf(weeks, hasLunches)}
      columns={[
        ['Week of', ({ from }) => from],
        ['Ratings', ({ ratings }) => ratings],
        ...(hasLunches ? [['Lunches', ({ lunches }: Week) => lunches] as const] : []),
      ]}
      rows={weeks}
      file="ratings-per-week"
    >
      <WeeksChart weeks={weeks} hasLunches={hasLunches} />
    </ChartPanel>
  )
}

function sentenceOf(weeks: readonly Week[], hasLunches: boolean): string {
  const sum = (key: 'ratings' | 'lunches') => weeks.reduce((all, week) => all + week[key], 0)
  const total = sum('ratings')
  const [first] = weeks.toSorted((a, b) => b.ratings - a.ratings)
  const lunches = hasLunches ? ` ${counted(sum('lunches'), 'lunch', 'lunches')} in the same time.` : ''
  if (total === 0 || !first) return `No ratings in the last ${weeks.length} weeks.${lunches}`
  const now = weeks.at(-1)?.ratings ?? 0
  return `${counted(total, 'rating')} in ${weeks.length} weeks, most of them in the week of ${dayLabel(first.from)} (${first.ratings.toLocaleString('en-US')}); ${now.toLocaleString('en-US')} so far this week.${lunches}`
}
