/** What a text of opening times consists of: lists of days, stretches in minutes of a day, and 'closed'. */
export type Item = { gap: Gap } & (
  | { kind: 'days'; days: number }
  | { kind: 'stretch'; start: number; end: number }
  | { kind: 'closed' }
)
/** What stands between two items; the strongest counts. */
type Gap = (typeof gaps)[number]
const gaps = ['space', 'comma', 'line', 'semicolon'] as const

/** How times without am or pm are meant: '9-5' of the twelve-hour clock, or '09:00-17:00' of the day's. */
export type ClockMode = 'twelve' | 'day'

type Time = { kind: 'time'; hour: number; minute: number; half: 'a' | 'p' | null; isPadded: boolean }
type Token =
  | Time
  | { kind: 'days'; days: number; isOneDay: boolean; isHoliday?: boolean }
  | { kind: 'closed' | 'allDay' | 'dash' | 'meal' | 'evening' }
  | { kind: 'gap'; gap: Gap }

export type Tokens = { list: Token[]; hasMeals: boolean; modes: ClockMode[] }

const minutesOfDay = 24 * 60
const halfDay = 12 * 60
const weekdays = 0b0011111
const weekend = 0b1100000
const spellings = [
  'm mo mon mons monday mondays',
  'tu tue tues tuesday tuesdays',
  'w we wed weds wednesday wednesdays',
  'th thu thur thurs thursday thursdays',
  'f fr fri fris friday fridays',
  'sa sat sats saturday saturdays',
  'su sun suns sunday sundays',
]
const dayNumbers = new Map(spellings.flatMap((names, day) => names.split(' ').map(name => [name, day])))
const spelled = (day: number) => new RegExp(`\\b(${spellings[day]?.replaceAll(' ', '|')})\\b`)

const phrases: [RegExp, string][] = [
  [/\b(every|each) ?day( of the week)?\b|\b(7|seven) days?( ?(a|per|\/) ?week)?\b|\ball week\b/g, ' daily '],
  [
    /\b24 ?[/x-] ?7\b|\b(24|twenty-four) ?-?(hours?|hrs?|h)\b\.?( ?(a|per|\/) ?day)?|\bday and night\b/g,
    ' allday ',
  ],
  [
    /\b(open|opening|business|store|restaurant|hours( of operation)?|our|we are|we're|from|on|are|is)\b:?/g,
    ' ',
  ],
  [/\b(public|major|legal|federal|bank) (?=holiday)/g, ''],
  [/\b(?:12(?::00)?) ?(?=noon|midnight)/g, ''],
]

const everyDay: Token = { kind: 'days', days: weekdays | weekend, isOneDay: false }
const words = new Map<string, Token>(
  Object.entries({
    daily: everyDay,
    everyday: everyDay,
    weekday: { kind: 'days', days: weekdays, isOneDay: false },
    weekend: { kind: 'days', days: weekend, isOneDay: false },
    holiday: { kind: 'days', days: 0, isOneDay: false, isHoliday: true },
    closed: { kind: 'closed' },
    allday: { kind: 'allDay' },
    to: { kind: 'dash' },
    and: { kind: 'gap', gap: 'comma' },
    lunch: { kind: 'meal' },
    dinner: { kind: 'evening' },
    noon: { kind: 'time', hour: 12, minute: 0, half: 'p', isPadded: false },
    midnight: { kind: 'time', hour: 12, minute: 0, half: 'a', isPadded: false },
  }),
)
const synonyms: Record<string, string> = {
  weekdays: 'weekday',
  weekends: 'weekend',
  holidays: 'holiday',
  ph: 'holiday',
  sh: 'holiday',
  close: 'closed',
  off: 'closed',
  through: 'to',
  thru: 'to',
  until: 'to',
  till: 'to',
  til: 'to',
  breakfast: 'lunch',
  brunch: 'lunch',
  supper: 'dinner',
}

const aTime = /(\d{1,2})(?:[:.]?(\d\d))?(?!\d)(?: ?([ap])(?:m|\. ?m)?\b\.?)?/y

/** The tokens of a text; null when there is anything that isn't known. */
export function tokensOf(text: string): Tokens | null {
  if (text.length > 600) return null
  let rest = text.normalize('NFKC').toLowerCase()
  rest = rest.replace(/[\u2010-\u2015\u2212~\u301C]/g, '-').replace(/[^\S\n]+/g, ' ')
  for (const [phrase, plain] of phrases) rest = rest.replace(phrase, plain)
  const list: Token[] = []
  for (let at = 0; at < rest.length; ) {
    const found = tokenAt(rest, at)
    if (!found) return null
    list.push(...found.tokens)
    at += found.length
  }
  const hasMeals = list.some(({ kind }) => kind === 'meal' || kind === 'evening')
  return { list, hasMeals, modes: modesOf(list, /\b(mo|tu|we|fr)\b/.test(rest)) }
}

function tokenAt(text: string, at: number): { length: number; tokens: Token[] } | null {
  const char = text.charAt(at)
  const gap = gapSigns[char]
  if (gap) return text.startsWith('||', at) ? null : { length: 1, tokens: [{ kind: 'gap', gap }] }
  if (char === ' ' || char === ':') return { length: 1, tokens: [] }
  if (char === '-') return { length: 1, tokens: [{ kind: 'dash' }] }
  if (/^\.(\s|$)/.test(text.slice(at, at + 2)))
    return { length: 1, tokens: [{ kind: 'gap', gap: 'semicolon' }] }
  return char >= 'a' && char <= 'z' ? wordAt(text, at) : timeAt(text, at)
}

const gapSigns: Record<string, Gap> = {
  ',': 'comma',
  '&': 'comma',
  '/': 'comma',
  '(': 'comma',
  ')': 'comma',
  ';': 'semicolon',
  '|': 'semicolon',
  '•': 'semicolon',
  '·': 'semicolon',
  '\n': 'line',
}

function wordAt(text: string, at: number): { length: number; tokens: Token[] } | null {
  const [name = ''] = /^[a-z]+/.exec(text.slice(at)) ?? []
  // The dot of a short word is that of an abbreviation.
  const length = name.length + (name.length < 6 && text[at + name.length] === '.' ? 1 : 0)
  if (name === 'nightly') return { length, tokens: [{ kind: 'evening' }, everyDay] }
  const day = dayNumbers.get(name) ?? dayOfLetter(name, text)
  if (day !== undefined) return { length, tokens: [{ kind: 'days', days: 1 << day, isOneDay: true }] }
  const token = words.get(synonyms[name] ?? name)
  return token ? { length, tokens: [token] } : null
}

/** A letter that two days share stands for the one that isn't spelled out elsewhere in the text. */
function dayOfLetter(letter: string, text: string): number | undefined {
  if (letter === 't') return spelled(3).test(text) ? 1 : undefined
  if (letter !== 's' || spelled(5).test(text) === spelled(6).test(text)) return undefined
  return spelled(6).test(text) ? 5 : 6
}

function timeAt(text: string, at: number): { length: number; tokens: Token[] } | null {
  aTime.lastIndex = at
  const [match, digits = '', past, half] = aTime.exec(text) ?? []
  if (!match) return null
  const [hour, minute] = [Number(digits), Number(past ?? 0)]
  if (minute > 59 || (half ? hour < 1 || hour > 12 : hour > 29)) return null
  const isPadded = digits.length === 2 && past !== undefined
  const time: Time = { kind: 'time', hour, minute, half: (half as 'a' | 'p') ?? null, isPadded }
  return { length: match.length, tokens: [time] }
}

/** In which ways the times may be meant. All of them have to lead to the same week. */
function modesOf(list: Token[], hasShortDays: boolean): ClockMode[] {
  const times = list.filter(token => token.kind === 'time')
  const plain = times.filter(({ half }) => half === null)
  const isMarked = plain.length < times.length
  const isOfDay = plain.some(({ hour }) => hour === 0 || hour > 12)
  const isLikeADay = !isMarked && plain.some(({ hour, isPadded }) => isPadded && hour < 10)
  const isStrict = !isMarked && plain.every(({ isPadded }) => isPadded)
  if (isStrict && (isOfDay || (isLikeADay && hasShortDays))) return ['day']
  return isOfDay || isLikeADay ? ['twelve', 'day'] : ['twelve']
}

/** Days and stretches with what stands between them; null when something stands where it has no meaning. */
export function itemsOf(list: Token[], mode: ClockMode): Item[] | null {
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

function stretchOf(
  from: Time,
  to: Time,
  mode: ClockMode,
  isEvening: boolean,
): { start: number; end: number } | null {
  const isGuess = from.half === null && from.hour >= 1 && from.hour <= 11 && mode === 'twelve'
  const start = isGuess && from.hour < 6 ? exact(from) + halfDay : exact(from)
  const isOpenEnd = to.half === null && mode === 'twelve' && to.hour >= 1 && to.hour <= 12
  let end = exact(to)
  if (isOpenEnd) {
    end %= halfDay
    while (end <= start) end += halfDay
  } else if (end <= start) end += minutesOfDay
  if (start >= minutesOfDay || end - start > minutesOfDay) return null
  if (isGuess && !isOpenEnd) {
    // '6-9 PM' is an evening as well as a day; '11-9 PM' isn't.
    const otherwise = (end - start - halfDay + minutesOfDay) % minutesOfDay
    if (end - start > 16 * 60 || (from.hour >= 6 && otherwise >= 120 && otherwise <= 480)) return null
  }
  if (isGuess && isEvening && from.hour >= 6 && from.hour <= 9) return null
  return { start, end }
}

function exact({ hour, minute, half }: Time): number {
  return (half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour) * 60 + minute
}
