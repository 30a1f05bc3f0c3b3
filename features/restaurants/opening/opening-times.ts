import { trimText } from '#kit/rules/texts/text.ts'

/**
 * A time range of a week: its day from Monday (0), and local times. If the end isn't after the start, it is on
 * the next day.
 */
export type OpeningTime = { day: number; start: string; end: string }

const minutesOfDay = 24 * 60
const minutesOfWeek = 7 * minutesOfDay
const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Normalizes opening times: in order of the week, with an end at midnight as 24:00. */
export function tidyOpeningTimes(times: readonly OpeningTime[]): OpeningTime[] {
  return times
    .map(({ day, start, end }) => ({ day, start, end: end === '00:00' ? '24:00' : end }))
    .toSorted((a, b) => a.day - b.day || a.start.localeCompare(b.start))
}

/** The most time ranges that people and services may give for a week. */
export const maxOpeningTimes = 100
export const tooManyOpeningTimes = `At most ${maxOpeningTimes} opening times are allowed`

/** Why these can't be given as the opening times of a week; null if they can. */
export function openingTimesProblem(times: readonly OpeningTime[]): string | null {
  return times.length > maxOpeningTimes ? tooManyOpeningTimes : weekProblem(times)
}

/**
 * Why these aren't the opening times of a week; null if they are. It doesn't check their number, since older
 * data may have more than are allowed now.
 */
export function weekProblem(times: readonly OpeningTime[]): string | null {
  for (const { day, start, end } of times) {
    if (!Number.isInteger(day) || day < 0 || day > 6) return 'Days are numbers from 0 (Monday) to 6 (Sunday)'
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(start)) return 'A start must be a time from 00:00 to 23:59'
    if (!/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(end)) return 'An end must be a time from 00:00 to 24:00'
  }
  const ranges = tidyOpeningTimes(times).map(rangeOfWeek)
  for (const [index, { end }] of ranges.entries()) {
    const next = ranges[index + 1]?.start ?? (ranges[0]?.start ?? 0) + minutesOfWeek
    if (end > next) return 'Opening times must not overlap'
  }
  return null
}

/** In minutes since the beginning of Monday. A range that continues after Sunday ends beyond the week. */
function rangeOfWeek({ day, start, end }: OpeningTime): { start: number; end: number } {
  const from = day * minutesOfDay + minutesOf(start)
  const until = day * minutesOfDay + minutesOf(end)
  return { start: from, end: until > from ? until : until + minutesOfDay }
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** The time of day this many minutes after midnight. Beyond 24:00, it is the time on the next day. */
export function timeOf(minutes: number): string {
  const ofDay = minutes > minutesOfDay ? minutes - minutesOfDay : minutes
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

/**
 * Opening times as one line, such as 'Mon-Fri 11 AM - 9 PM; Sat-Sun closed'. For a screen with little room, `longest`
 * lets an ellipsis replace whole days at its end; what is stored is always whole.
 */
export function writeOpeningTimes(times: readonly OpeningTime[], longest = Number.POSITIVE_INFINITY): string {
  if (times.length === 0) return 'Closed'
  const week = tidyOpeningTimes(times)
  return joined(runsOf(dayNames.map((_, day) => writeDay(week.filter(time => time.day === day)))), longest)
}

function writeDay(times: OpeningTime[]): string {
  if (times.length === 0) return 'closed'
  return times.map(writeRange).join(' & ')
}

function writeRange({ start, end }: OpeningTime): string {
  return start === '00:00' && end === '24:00' ? '24 hours' : `${clockTime(start)} - ${clockTime(end)}`
}

/** Combines neighboring days that have the same times. */
function runsOf(byDay: string[]): string[] {
  const runs: { first: number; last: number; text: string }[] = []
  for (const [day, text] of byDay.entries()) {
    const run = runs.at(-1)
    if (run?.text === text) run.last = day
    else runs.push({ first: day, last: day, text })
  }
  if (runs.length === 1) return runs.map(({ text }) => `Daily ${text}`)
  return runs.map(({ first, last, text }) =>
    first === last ? `${dayNames[first]} ${text}` : `${dayNames[first]}-${dayNames[last]} ${text}`,
  )
}

function joined(runs: string[], longest: number): string {
  const whole = runs.join('; ')
  return whole.length <= longest ? whole : joinedShorter(runs.slice(0, -1), longest)
}

function joinedShorter(runs: string[], longest: number): string {
  const text = [...runs, '…'].join('; ')
  return text.length <= longest ? text : joinedShorter(runs.slice(0, -1), longest)
}

/** For example '11 AM' or '2:30 PM'. */
export function clockTime(time: string): string {
  const minutes = minutesOf(time)
  const hour = Math.floor(minutes / 60) % 24
  const past = minutes % 60 === 0 ? '' : `:${time.slice(3)}`
  return `${hour % 12 || 12}${past} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The text of the hours as shown: the many dashes of imported texts become hyphens. */
export function formatHours(hours: string | null): string {
  const text = hours?.replace(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-').trim()
  return text || 'Hours not available'
}

/**
 * Hours copied from a page, in one line: a day's name goes with the times below it, further times of a day follow after
 * a comma, and the next day after a semicolon.
 */
export function hoursInOneLine(text: string): string {
  if (text.length > 10_000) return text
  const lines = text
    .split(/[\r\n\v\f\u2028\u2029]+/)
    .flatMap(line => trimText(line.replace(/\t+/g, ' ')) || [])
  return lines.reduce((before, line) => {
    const hasTimes = /\d|closed|noon|midnight/i.test(before.slice(before.lastIndexOf(';') + 1))
    const gap = !hasTimes || /[,;:\-\u2013]$/.test(before) ? ' ' : /^\d/.test(line) ? ', ' : '; '
    return before + gap + line
  }, lines.shift() ?? '')
}
