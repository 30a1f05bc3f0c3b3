import { plainForms } from '#kit/rules/texts/plain-forms.ts'
import type { OpeningTime } from './opening-times.ts'
import { type Item, readWeek, type TimeRange } from './opening-times-rules.ts'
import * as vocabulary from './opening-times-words.ts'
import { type Gap, gaps, type Time, type Token } from './opening-times-words.ts'

/**
 * The opening times in a text, as people and other services write them. Null if any part isn't understood or the
 * whole is ambiguous: a closed door is worse than no answer.
 */
export function readOpeningTimes(text: string): OpeningTime[] | null {
  const plain = simplify(text)
  const tokens = text.length > 600 ? null : tokensOf(plain)
  if (!tokens) return null
  const weeks = modesOf(tokens, plain).map(mode => readWeek(itemsOf(tokens, mode)))
  const [first = null] = weeks
  return weeks.every(week => week !== null && key(week) === key(first)) ? first : null
}

const key = (week: OpeningTime[] | null) => JSON.stringify(week)

function simplify(text: string): string {
  const plain = plainForms(text).toLowerCase()
  const spaced = plain.replace(/[\u2010-\u2015\u2212~\u301C]/g, '-').replace(/[^\S\n]+/g, ' ')
  return vocabulary.phrases.reduce((rest, [phrase, word]) => rest.replace(phrase, word), spaced)
}

// A dot after a short word marks an abbreviation. '||' isn't matched: in OpenStreetMap, it starts an
// unreliable fallback.
const part =
  /(?<word>[a-z]+|[-,&/();•· :\n]|\|(?!\|)|\.(?=\s|$))(?:(?<=(?<![a-z])[a-z]{1,5})\.)?|(?<hour>\d{1,2})(?:[:.]?(?<minute>\d\d))?(?!\d)(?: ?(?<half>[ap])(?:m|\. ?m)?\b\.?)?/gy

/** The tokens of a text; null if it contains anything unknown. */
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

/** A letter that two days share means the one that isn't spelled out elsewhere in the text. */
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

/**
 * How times without am or pm may be meant: '9-5' on the twelve-hour clock, '09:00-17:00' on the 24-hour
 * clock, '08:00-05:00' on either.
 */
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

const [halfDay, minutesOfDay] = [12 * 60, 24 * 60]

/** What has been read so far, and what is known about the next item. */
type Reading = { items: Item[]; gap: Gap; isOfMeal: boolean; mode: ClockMode; isEvening: boolean }

/** Days and ranges, with what separates them; null if something is where it has no meaning. */
function itemsOf(list: Token[], mode: ClockMode): Item[] | null {
  const isEvening = list.some(({ kind }) => kind === 'evening')
  const reading: Reading = { items: [], gap: 'space', isOfMeal: false, mode, isEvening }
  for (let at = 0; at < list.length; ) {
    const taken = take(reading, list.slice(at, at + 3))
    if (taken === 0) return null
    at += taken
  }
  return reading.items
}

/** Reads one token, or three that belong together. Returns how many; 0 if the first has no meaning here. */
function take(reading: Reading, [token, next, other]: Token[]): number {
  switch (token?.kind) {
    case 'gap':
      if (gaps.indexOf(token.gap) > gaps.indexOf(reading.gap)) reading.gap = token.gap
      return 1
    case 'meal':
    case 'evening':
      return takeMeal(reading, next)
    case 'dash':
      return isColon(reading, next) ? 1 : 0
    case 'time':
      return takeRange(reading, token, next, other)
    case 'days':
      return takeDays(reading, token, next, other)
    case 'allDay':
      add(reading, { kind: 'range', start: 0, end: minutesOfDay })
      return 1
    case 'closed':
      add(reading, { kind: 'closed' })
      return 1
    default:
      return 0
  }
}

type Content<I> = I extends unknown ? Omit<I, 'gap' | 'isOfMeal'> : never

function add(reading: Reading, content: Content<Item>): void {
  reading.items.push({ gap: reading.gap, isOfMeal: reading.isOfMeal, ...content })
  reading.gap = 'space'
  reading.isOfMeal = false
}

/** A meal belongs to the range before it ('11-2 lunch'), or to the next one ('lunch 11-2'). */
function takeMeal(reading: Reading, next: Token | undefined): number {
  const last = reading.items.at(-1)
  const isBehind = last?.kind === 'range' && (reading.gap === 'space' || reading.gap === 'comma')
  if (isBehind && (next?.kind ?? 'gap') === 'gap') last.isOfMeal = true
  else reading.isOfMeal = true
  // In '7-3 lunch Wed', nothing parts the times from the days.
  if (!(isBehind && reading.gap === 'space' && next?.kind === 'days')) reading.gap = 'comma'
  return 1
}

/** Between days and their times, a dash works like a colon. */
function isColon({ items }: Reading, next: Token | undefined): boolean {
  const isBeforeTimes = next?.kind === 'time' || next?.kind === 'closed' || next?.kind === 'allDay'
  return items.at(-1)?.kind === 'days' && isBeforeTimes
}

function takeRange(reading: Reading, from: Time, next: Token | undefined, to: Token | undefined): number {
  if (next?.kind !== 'dash' || to?.kind !== 'time') return 0
  const range = rangeOf(from, to, reading.mode, reading.isEvening)
  if (!range) return 0
  add(reading, { kind: 'range', ...range })
  return 3
}

type Days = Extract<Token, { kind: 'days' }>

function takeDays(reading: Reading, token: Days, next: Token | undefined, to: Token | undefined): number {
  const isRange = token.isOneDay && next?.kind === 'dash' && to?.kind === 'days'
  if (isRange && (!to.isOneDay || to.days === token.days)) return 0
  const last = reading.items.at(-1)
  const isBesideDays = last?.kind === 'days' && reading.gap === 'space'
  if (token.isHoliday && isBesideDays) return 0
  // 'holiday Mondays' are holidays.
  const isOfHolidays = isBesideDays && last.days === 0
  if (!isOfHolidays)
    add(reading, { kind: 'days', days: isRange ? daysThrough(token.days, to.days) : token.days })
  return isRange ? 3 : 1
}

/** From one day to another, across the end of the week if necessary. */
function daysThrough(first: number, last: number): number {
  let days = first
  for (let day = first; day !== last; days |= day) day = day === 1 << 6 ? 1 : day << 1
  return days
}

function rangeOf(from: Time, to: Time, mode: ClockMode, isEvening: boolean): TimeRange | null {
  const isGuess = from.half === null && from.hour >= 1 && from.hour <= 11 && mode === 'twelve'
  const start = isGuess && from.hour < 6 ? exact(from) + halfDay : exact(from)
  const isOpenEnd = to.half === null && mode === 'twelve' && to.hour >= 1 && to.hour <= 12
  let end = isOpenEnd ? exact(to) % halfDay : exact(to)
  while (end <= start) end += isOpenEnd ? halfDay : minutesOfDay
  if (start >= minutesOfDay || end - start > minutesOfDay) return null
  if (isGuess && !isOpenEnd) {
    // '6-9 PM' may mean an evening or a whole day; '11-9 PM' is clear.
    const otherwise = (end - start - halfDay + minutesOfDay) % minutesOfDay
    if (end - start > 16 * 60 || (from.hour >= 6 && otherwise >= 120 && otherwise <= 480)) return null
  }
  if (isGuess && isEvening && from.hour >= 6 && from.hour <= 9) return null
  return { start, end }
}

const exact = ({ hour, minute, half }: Time): number =>
  (half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour) * 60 + minute
