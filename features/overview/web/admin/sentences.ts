import { counted } from '#kit/rules/texts/counted.ts'
import type { Overview, Week } from '../../contract.ts'
import { dayLabel, percentLabel } from './labels.ts'

type Department = Pick<Overview['departments'][number], 'name' | 'people' | 'raters'>

/** '59 of 61 people rated in the last 90 days; Care leads with 100%.' */
export function departmentsSentence(departments: readonly Department[]): string {
  const raters = departments.reduce((sum, { raters }) => sum + raters, 0)
  const people = departments.reduce((sum, { people }) => sum + people, 0)
  const active = departments.filter(({ raters }) => raters > 0)
  const shareOf = ({ raters, people }: Department) => raters / people
  const highest = Math.max(...active.map(shareOf))
  const [first, ...others] = active.filter(department => shareOf(department) === highest)
  const who = others.length === 0 ? `${first?.name} leads` : `${others.length + 1} departments lead`
  const lead = first && `; ${who} with ${percentLabel(first.raters, first.people)}`
  return `${raters.toLocaleString('en-US')} of ${counted(people, 'person', 'people')} rated in the last 90 days${lead ?? ''}.`
}

/** '1,436 ratings in 26 weeks, the most in the week of Nov 9 (90); 12 so far this week. 59 lunches in the same time.' */
export function weeksSentence(weeks: readonly Week[]): string {
  const sum = (key: 'ratings' | 'lunches') => weeks.reduce((all, week) => all + week[key], 0)
  const [total, lunches] = [sum('ratings'), sum('lunches')]
  const [first] = weeks.toSorted((a, b) => b.ratings - a.ratings)
  const besides = lunches > 0 ? ` ${counted(lunches, 'lunch', 'lunches')} in the same time.` : ''
  if (total === 0 || !first) return `No ratings in the last ${weeks.length} weeks.${besides}`
  const now = weeks.at(-1)?.ratings ?? 0
  return `${counted(total, 'rating')} in ${weeks.length} weeks, the most in the week of ${dayLabel(first.from)} (${first.ratings.toLocaleString('en-US')}); ${now.toLocaleString('en-US')} so far this week.${besides}`
}
