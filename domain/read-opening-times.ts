import { type OpeningTime, openingTimesProblem, tidyOpeningTimes, timeOf } from './opening-times.ts'
import * as vocabulary from './opening-times-words.ts'
import { everyDay, type Gap, gaps, type Time, type Token } from './opening-times-words.ts'

/**
 * The opening times in a text, as people and other services write them. Null when any part isn't understood, or
 * when the whole may mean two things: a closed door is worse than no answer.
 */
export function readOpeningTimes(text: string): OpeningTime[] | null {
  const plain = simplify(text)
  const tokens = text.length > 600 ? null : tokensOf(plain)
  if (!tokens) return null
  const hasMeals = tokens.some(({ kind }) => kind === 'meal' || kind === 'evening')
  const weeks = modesOf(tokens, plain).map(mode => readAs(itemsOf(tokens, mode), hasMeals))
  const [first = null] = weeks
  return weeks.every(week => week !== null && key(week) === key(first)) ? first : null
}

const key = (week: OpeningTime[] | null) => JSON.stringify(week)

function simplify(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase()
  const spaced = plain.replace(/[\u2010-\u2015\u2212~\u301C]/g, '-').replace(/[^\S\n]+/g, ' ')
  return vocabulary.phrases.reduce((rest, [phrase, word]) => rest.replace(phrase, word), spaced)
}

// A dot behind a short word is that of an abbreviation. '||' is a fallback of OpenStreetMap's, which nobody can rely on.
const part =
  /(?<word>[a-z]+|[-,&/();•· :\n]|\|(?!\|)|\.(?=\s|$))(?:(?<=(?<![a-z])[a-z]{1,5})\.)?|(?<hour>\d{1,2})(?:[:.]?(?<minute>\d\d))?(?!\d)(?: ?(?<half>[ap])(?:m|\. ?m)?\b\.?)?/gy

/** The tokens of a text; null when there is anything that isn't known. */
function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = []
  let read = 0
  for (const { 0: whole, groups = {} } of text.matchAll(part)) {
    const found = groups.word ? meaningOf(groups.word, text) : timeIn(groups)
    if (!found) return null
    tokens.push(...found)
    read += whole.length
  }
  return read === text.length ? tokens : null
}

function meaningOf(word: string, text: string): Token[] | undefined {
  const day = vocabulary.dayNumbers.get(word) ?? dayOfLetter(word, text)
  if (day !== undefined) return [{ kind: 'days', days: 1 << day, isOneDay: true }]
  return vocabulary.words.get(vocabulary.synonyms[word] ?? word)
}

/** A letter that two days share stands for the one that isn't spelled out elsewhere in the text. */
function dayOfLetter(letter: string, text: string): number | undefined {
  const isSpelled = (day: number) => vocabulary.spelled(day).test(text)
  if (letter === 't') return isSpelled(3) ? 1 : undefined
  if (letter !== 's' || isSpelled(5) === isSpelled(6)) return undefined
  return isSpelled(6) ? 5 : 6
}

function timeIn({ hour: digits = '', minute: past, half }: { [group: string]: string }): Token[] | undefined {
  const [hour, minute] = [Number(digits), Number(past ?? 0)]
  if (minute > 59 || (half ? hour < 1 || hour > 12 : hour > 29)) return undefined
  const isPadded = digits.length === 2 && past !== undefined
  return [{ kind: 'time', hour, minute, half: (half as 'a' | 'p') ?? null, isPadded }]
}

type ClockMode = 'twelve' | 'day'

/** How times without am or pm may be meant: '9-5' of the twelve-hour clock, '09:00-17:00' of the day's, '08:00-05:00' of both. */
function modesOf(tokens: Token[], text: string): ClockMode[] {
  const times = tokens.filter(token => token.kind === 'time')
  const plain = times.filter(({ half }) => half === null)
  const isMarked = plain.length < times.length
  const isOfDay = plain.some(({ hour }) => hour === 0 || hour > 12)
  const isLikeADay = !isMarked && plain.some(({ hour, isPadded }) => isPadded && hour < 10)
  const isStrict = !isMarked && plain.every(({ isPadded }) => isPadded)
  if (isStrict && (isOfDay || (isLikeADay && /\b(mo|tu|we|fr)\b/.test(text)))) return ['day']
  return isOfDay || isLikeADay ? ['twelve', 'day'] : ['twelve']
}

type Stretch = { start: number; end: number }
/** What rules consist of: lists of days, stretches in minutes of a day, and 'closed'. */
type Item = { gap: Gap } & (
  | { kind: 'days'; days: number }
  | ({ kind: 'stretch' } & Stretch)
  | { kind: 'closed' }
)

const [halfDay, minutesOfDay] = [12 * 60, 24 * 60]

/** Days and stretches with what stands between them; null when something stands where it has no meaning. */
function itemsOf(list: Token[], mode: ClockMode): Item[] | null {
  const items: Item[] = []
  const isEvening = list.some(({ kind }) => kind === 'evening')
  let gap: Gap = 'space'
  for (let at = 0; at < list.length; at++) {
    const token = list[at]
    const isRange = list[at + 1]?.kind === 'dash'
    const other = list[at + 2]
    const last = items.at(-1)
    if (token?.kind === 'gap') gap = gaps.indexOf(token.gap) > gaps.indexOf(gap) ? token.gap : gap
    else if (token?.kind === 'meal' || token?.kind === 'evening') gap = 'comma'
    else if (token?.kind === 'dash') {
      // As good as a colon, between days and their times.
      const next = list[at + 1]?.kind
      if (last?.kind !== 'days' || (next !== 'time' && next !== 'closed' && next !== 'allDay')) return null
    } else if (token?.kind === 'time') {
      const stretch = isRange && other?.kind === 'time' ? stretchOf(token, other, mode, isEvening) : null
      if (!stretch) return null
      items.push({ gap, kind: 'stretch', ...stretch })
      at += 2
    } else if (token?.kind === 'days') {
      let { days } = token
      if (token.isOneDay && isRange && other?.kind === 'days') {
        if (!other.isOneDay || other.days === days) return null
        days = daysThrough(days, other.days)
        at += 2
      }
      const isOfHolidays = last?.kind === 'days' && last.days === 0 && gap === 'space'
      if (token.isHoliday && last?.kind === 'days' && gap === 'space') return null
      if (!isOfHolidays) items.push({ gap, kind: 'days', days })
    } else if (token?.kind === 'allDay') items.push({ gap, kind: 'stretch', start: 0, end: minutesOfDay })
    else items.push({ gap, kind: 'closed' })
    if (items.at(-1) !== last) gap = 'space'
  }
  return items
}

/** From one day to another, over the end of the week where need be. */
function daysThrough(first: number, last: number): number {
  let days = first
  for (let day = first; day !== last; days |= day) day = day === 1 << 6 ? 1 : day << 1
  return days
}

function stretchOf(from: Time, to: Time, mode: ClockMode, isEvening: boolean): Stretch | null {
  const isGuess = from.half === null && from.hour >= 1 && from.hour <= 11 && mode === 'twelve'
  const start = isGuess && from.hour < 6 ? exact(from) + halfDay : exact(from)
  const isOpenEnd = to.half === null && mode === 'twelve' && to.hour >= 1 && to.hour <= 12
  let end = isOpenEnd ? exact(to) % halfDay : exact(to)
  while (end <= start) end += isOpenEnd ? halfDay : minutesOfDay
  if (start >= minutesOfDay || end - start > minutesOfDay) return null
  if (isGuess && !isOpenEnd) {
    // '6-9 PM' is an evening as well as a day; '11-9 PM' isn't.
    const otherwise = (end - start - halfDay + minutesOfDay) % minutesOfDay
    if (end - start > 16 * 60 || (from.hour >= 6 && otherwise >= 120 && otherwise <= 480)) return null
  }
  if (isGuess && isEvening && from.hour >= 6 && from.hour <= 9) return null
  return { start, end }
}

const exact = ({ hour, minute, half }: Time): number =>
  (half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour) * 60 + minute

/** Days, and the stretches in which they are open; none is closed. A base holds for the days that no other rule names. */
type Rule = { days: number; stretches: Item[]; isBase?: boolean; isDoubtful?: boolean }
/** A rule, and the item after it. */
type Found = { next: number; rule: Rule }

/** All groupings of the items into rules have to mean the same week. */
function readAs(items: Item[] | null, isAdditive: boolean): OpeningTime[] | null {
  if (!items || items.length === 0) return null
  const found = new Map<string, OpeningTime[]>()
  // A hostile text may have endless groupings; one of a real place has a handful.
  let budget = 3000

  function group(from: number, rules: Rule[], isDayFirst: boolean): void {
    if (budget-- < 0) return
    for (const { next, rule } of rulesAt(items ?? [], from, rules, isDayFirst))
      group(next, [...rules, rule], isDayFirst)
    const week = from === items?.length ? weekOf(rules, isAdditive) : null
    if (week) found.set(rules.some(rule => rule.isDoubtful) ? 'doubtful' : key(week), week)
  }

  group(0, [], true)
  group(0, [], false)
  const [week, other] = found.values()
  return week && !other && !found.has('doubtful') && budget >= 0 ? week : null
}

/** The rules that may begin at an item: days with their times or times with their days, throughout the text alike. */
function rulesAt(items: Item[], from: number, before: Rule[], isDayFirst: boolean): Found[] {
  const found: Found[] = []
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
  for (const [n, item] of items.slice(from).entries()) {
    if (item.kind !== 'days' || (n > 0 && item.gap !== 'space' && item.gap !== 'comma')) break
    days |= item.days
    runs.push({ end: from + n + 1, days })
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
  for (const rule of ordered)
    for (const day of week.keys()) {
      if ((rule.days & (1 << day)) === 0) continue
      const earlier = week[day]
      if (earlier && earlier.stretches.length === 0 && rule.stretches.length > 0) return null
      const isMore = isAdditive && earlier && rule.stretches.length > 0
      week[day] = isMore ? { ...earlier, stretches: [...earlier.stretches, ...rule.stretches] } : rule
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
