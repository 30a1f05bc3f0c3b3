import { type OpeningTime, openingTimesProblem, tidyOpeningTimes, timeOf } from './opening-times.ts'
import { everyDay, type Gap } from './opening-times-words.ts'

/** In minutes since midnight. */
export type TimeRange = { start: number; end: number }
/** The parts of rules: lists of days, ranges, and 'closed'. Each may belong to a meal, such as 'lunch'. */
export type Item = { gap: Gap; isOfMeal: boolean } & (
  | { kind: 'days'; days: number }
  | ({ kind: 'range' } & TimeRange)
  | { kind: 'closed' }
)

/**
 * Days and their open ranges; closed if there are none. A base rule applies to the days that no other rule
 * names.
 */
type Rule = {
  days: number
  ranges: Item[]
  isOfMeal: boolean
  isBase?: boolean
  isDoubtful?: boolean
}
/** A rule, and the index of the item after it. */
type Found = { next: number; rule: Rule }

const isOfMeal = (items: Item[]) => items.some(item => item.isOfMeal)

/** Reads items as a week; null unless all possible groupings of the items into rules mean the same week. */
export function readWeek(items: Item[] | null): OpeningTime[] | null {
  if (!items || items.length === 0) return null
  const found = new Map<string, OpeningTime[]>()
  // In 'Dinner 5-10; Sunday 10-2', Sunday's times may replace dinner or add to it.
  const meanings = isOfMeal(items) ? [false, true] : [false]
  // A hostile text may have an enormous number of groupings; a real one has a handful.
  let budget = 3000

  function group(from: number, rules: Rule[], isDayFirst: boolean): void {
    if (budget-- < 0) return
    for (const { next, rule } of rulesAt(items ?? [], from, rules, isDayFirst)) {
      group(next, [...rules, rule], isDayFirst)
      // For texts such as '11-9 Mon-Fri, Sat 12-5'.
      if (!isDayFirst && items?.[next]?.kind === 'days') group(next, [...rules, rule], true)
    }
    for (const isAdditive of from === items?.length ? meanings : []) {
      const week = weekOf(rules, isAdditive)
      if (week) found.set(rules.some(rule => rule.isDoubtful) ? 'doubtful' : JSON.stringify(week), week)
    }
  }

  group(0, [], true)
  group(0, [], false)
  const [week, other] = found.values()
  return week && !other && !found.has('doubtful') && budget >= 0 ? week : null
}

/**
 * The rules that may begin at an item: times followed by days or, from the first rule that begins with days,
 * the reverse.
 */
function rulesAt(items: Item[], from: number, before: Rule[], isDayFirst: boolean): Found[] {
  const found: Found[] = []
  const add = (next: number, days: number, ranges: Item[], more?: Partial<Rule>) =>
    found.push({ next, rule: { days, ranges, isOfMeal: isOfMeal(items.slice(from, next)), ...more } })
  const isClosed = (at: number) => items[at]?.kind === 'closed'
  const isJoined = (at: number) => at < items.length && items[at]?.gap !== 'semicolon'

  for (const { end, days } of dayRuns(items, from)) {
    if (!isJoined(end)) continue
    if (isClosed(end)) add(end + 1, days, [])
    const timesEnd = rangesEnd(items, end)
    if (isDayFirst && timesEnd > end) add(timesEnd, days, items.slice(end, timesEnd))
  }
  if (isClosed(from)) {
    if (items.length === 1) add(1, everyDay, [])
    if (isJoined(from + 1)) for (const { end, days } of dayRuns(items, from + 1)) add(end, days, [])
  }
  const timesEnd = rangesEnd(items, from)
  if (timesEnd > from) {
    const ranges = items.slice(from, timesEnd)
    const runs = dayRuns(items, timesEnd)
    if (!isDayFirst && isJoined(timesEnd)) for (const { end, days } of runs) add(end, days, ranges)
    const gap = items[from]?.gap
    const standsAlone = from === 0 || gap === 'semicolon' || gap === 'line'
    // Times right before days belong to them: '11-9 Mon-Fri, Sat 12-5' says nothing about Sunday.
    const isTheirs = runs.length > 0 && items[timesEnd]?.gap === 'space'
    const hasOthers = items[runs.at(-1)?.end ?? timesEnd]?.kind === 'range'
    // 'Closed Mon, Tue 11-9' and '11-9 Mon, Sun closed' could also be meant this way, so they are ambiguous.
    if (before.every(rule => rule.ranges.length === 0) && !(isTheirs && hasOthers))
      add(timesEnd, everyDay, ranges, { isBase: true, isDoubtful: !standsAlone || isTheirs })
  }
  return found
}

/** The lists of days that may begin at an item, shortest first: only the items after a list show where it ends. */
function dayRuns(items: Item[], from: number): { end: number; days: number }[] {
  const runs: { end: number; days: number }[] = []
  let days = 0
  for (const [n, item] of items.slice(from).entries()) {
    if (item.kind !== 'days' || (n > 0 && item.gap !== 'space' && item.gap !== 'comma')) break
    days |= item.days
    runs.push({ end: from + n + 1, days })
  }
  return runs
}

function rangesEnd(items: Item[], from: number): number {
  let at = from
  while (items[at]?.kind === 'range' && (at === from || items[at]?.gap !== 'semicolon')) at++
  return at
}

/** Later rules replace earlier ones for the same day. Null if one would open a day that an earlier one closed. */
function weekOf(rules: Rule[], isAdditive: boolean): OpeningTime[] | null {
  const week: (Rule | null)[] = Array.from({ length: 7 }, () => null)
  const ordered = rules.toSorted((a, b) => Number(b.isBase ?? false) - Number(a.isBase ?? false))
  for (const rule of ordered)
    for (const day of week.keys()) {
      if ((rule.days & (1 << day)) === 0) continue
      const earlier = week[day]
      if (earlier && earlier.ranges.length === 0 && rule.ranges.length > 0) return null
      const isMore = (isAdditive || rule.isOfMeal) && earlier && rule.ranges.length > 0
      week[day] = isMore ? { ...earlier, ranges: [...earlier.ranges, ...rule.ranges] } : rule
    }
  const isIdle = (rule: Rule) => rule.isBase && !week.some(last => last?.isBase)
  if (ordered.some(isIdle) || ordered.every(rule => rule.days === 0)) return null
  // 'Closed Mondays' alone doesn't say when it is open on the other days.
  if (week.includes(null) && ordered.every(rule => rule.ranges.length === 0)) return null
  const times = week.flatMap((rule, day) =>
    (rule?.ranges ?? []).flatMap(item =>
      item.kind === 'range' ? [{ day, start: timeOf(item.start), end: timeOf(item.end) }] : [],
    ),
  )
  return openingTimesProblem(times) === null ? tidyOpeningTimes(times) : null
}
