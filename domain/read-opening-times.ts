import { type OpeningTime, openingTimesProblem, tidyOpeningTimes, timeOf } from './opening-times.ts'
import { type Item, itemsOf, tokensOf } from './opening-times-tokens.ts'

/**
 * The opening times in a text, as people and other services write them. Null when any part isn't understood, or
 * when the whole may mean two things: a closed door is worse than no answer.
 */
export function readOpeningTimes(text: string): OpeningTime[] | null {
  const tokens = tokensOf(text)
  if (!tokens) return null
  const weeks = tokens.modes.map(mode => readAs(itemsOf(tokens.list, mode), tokens.hasMeals))
  const [first = null] = weeks
  return weeks.every(week => week !== null && key(week) === key(first)) ? first : null
}

const key = (week: OpeningTime[] | null) => JSON.stringify(week)

/** Days, and the stretches in which they are open; none is closed. A base holds for the days that no other rule names. */
type Rule = { days: number; stretches: Item[]; isBase?: boolean; isDoubtful?: boolean }

const everyDay = 0b1111111

/** All groupings of the items into rules have to mean the same week. */
function readAs(items: Item[] | null, isAdditive: boolean): OpeningTime[] | null {
  if (!items || items.length === 0) return null
  const found = new Map<string, OpeningTime[]>()
  // A hostile text may have endless groupings; one of a real place has a handful.
  let budget = 3000

  function group(from: number, rules: Rule[], isDayFirst: boolean): void {
    if (budget-- < 0) return
    if (from === items?.length) {
      const week = weekOf(rules, isAdditive)
      if (week) found.set(rules.some(rule => rule.isDoubtful) ? 'doubtful' : key(week), week)
      return
    }
    for (const { next, rule } of rulesAt(items ?? [], from, rules, isDayFirst))
      group(next, [...rules, rule], isDayFirst)
  }

  group(0, [], true)
  group(0, [], false)
  const [week, other] = found.values()
  return week && !other && !found.has('doubtful') && budget >= 0 ? week : null
}

/** The rules that may begin at an item: days with their times or times with their days, throughout the text alike. */
function rulesAt(
  items: Item[],
  from: number,
  before: Rule[],
  isDayFirst: boolean,
): { next: number; rule: Rule }[] {
  const found: { next: number; rule: Rule }[] = []
  const add = (next: number, days: number, stretches: Item[], more?: Partial<Rule>) =>
    found.push({ next, rule: { days, stretches, ...more } })
  const isClosed = (at: number) => items[at]?.kind === 'closed'
  const isJoined = (at: number) => at < items.length && items[at]?.gap !== 'semicolon'

  for (const { end, days } of dayRuns(items, from)) {
    if (!isJoined(end)) continue
    if (isClosed(end)) add(end + 1, days, [])
    const timesEnd = stretchesEnd(items, end)
    if (isDayFirst && timesEnd > end) add(timesEnd, days, items.slice(end, timesEnd))
  }
  if (isClosed(from)) {
    if (items.length === 1) add(1, everyDay, [])
    if (isJoined(from + 1)) for (const { end, days } of dayRuns(items, from + 1)) add(end, days, [])
  }
  const timesEnd = stretchesEnd(items, from)
  if (timesEnd > from) {
    const stretches = items.slice(from, timesEnd)
    if (!isDayFirst && isJoined(timesEnd))
      for (const { end, days } of dayRuns(items, timesEnd)) add(end, days, stretches)
    const gap = items[from]?.gap
    const standsAlone = from === 0 || gap === 'semicolon' || gap === 'line'
    // 'Closed Mon, Tue 11-9' could mean that, too, so it is ambiguous.
    if (before.every(rule => rule.stretches.length === 0))
      add(timesEnd, everyDay, stretches, { isBase: true, isDoubtful: !standsAlone })
  }
  return found
}

/** Lists of days that may begin at an item, the shortest first: where a list ends is for the rest to say. */
function dayRuns(items: Item[], from: number): { end: number; days: number }[] {
  const runs: { end: number; days: number }[] = []
  let days = 0
  for (let at = from; at < items.length; at++) {
    const item = items[at]
    if (item?.kind !== 'days') break
    if (at > from && item.gap !== 'space' && item.gap !== 'comma') break
    days |= item.days
    runs.push({ end: at + 1, days })
  }
  return runs
}

function stretchesEnd(items: Item[], from: number): number {
  let at = from
  while (items[at]?.kind === 'stretch' && (at === from || items[at]?.gap !== 'semicolon')) at++
  return at
}

/** Later rules replace earlier ones of the same day, but never open what was said to be closed. */
function weekOf(rules: Rule[], isAdditive: boolean): OpeningTime[] | null {
  const week: (Rule | null)[] = Array.from({ length: 7 }, () => null)
  const ordered = rules.toSorted((a, b) => Number(b.isBase ?? false) - Number(a.isBase ?? false))
  for (const rule of ordered) {
    for (const day of week.keys()) {
      if ((rule.days & (1 << day)) === 0) continue
      const earlier = week[day]
      if (earlier && earlier.stretches.length === 0 && rule.stretches.length > 0) return null
      const isMore = isAdditive && earlier && rule.stretches.length > 0
      week[day] = isMore ? { ...earlier, stretches: [...earlier.stretches, ...rule.stretches] } : rule
    }
  }
  const isIdle = (rule: Rule) => rule.isBase && !week.some(last => last?.isBase)
  if (ordered.some(isIdle) || ordered.every(rule => rule.days === 0)) return null
  const times = week.flatMap((rule, day) =>
    (rule?.stretches ?? []).flatMap(item =>
      item.kind === 'stretch' ? [{ day, start: timeOf(item.start), end: timeOf(item.end) }] : [],
    ),
  )
  return openingTimesProblem(times) === null ? tidyOpeningTimes(times) : null
}
