/** A stretch of time in which a place is open: the day from Monday (0), and times as '1130'. */
export type OpenTime = { day: number; start: string; end: string }

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/**
 * Opening times as one line, such as 'Mon-Fri 11 AM - 9 PM; Sat-Sun closed'; null when none are known. Whole days at the
 * end are left out, and said to be, where the line would be longer than allowed.
 */
export function describeWeek(openTimes: OpenTime[], longest: number): string | null {
  const byDay = days.map((_, day) => describeDay(openTimes.filter(time => time.day === day)))
  if (byDay.every(text => text === 'closed')) return null
  return joined(runsOf(byDay), longest)
}

function describeDay(openTimes: OpenTime[]): string {
  const texts = openTimes
    .toSorted((a, b) => a.start.localeCompare(b.start))
    .flatMap(({ start, end }) => {
      if (!isTime(start) || !isTime(end)) return []
      return start === end ? ['24 hours'] : [`${clockTime(start)} - ${clockTime(end)}`]
    })
  return [...new Set(texts)].join(' & ') || 'closed'
}

/** Neighbouring days with the same times together. */
function runsOf(byDay: string[]): string[] {
  const runs: { first: number; last: number; text: string }[] = []
  for (const [day, text] of byDay.entries()) {
    const run = runs.at(-1)
    if (run?.text === text) run.last = day
    else runs.push({ first: day, last: day, text })
  }
  if (runs.length === 1) return runs.map(({ text }) => `Daily ${text}`)
  return runs.map(({ first, last, text }) =>
    first === last ? `${days[first]} ${text}` : `${days[first]}-${days[last]} ${text}`,
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

const isTime = (text: string) => /^([01]\d|2[0-4])[0-5]\d$/.test(text)

function clockTime(text: string): string {
  const hour = Number(text.slice(0, 2))
  const minutes = text.slice(2)
  const half = hour % 24 < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}${minutes === '00' ? '' : `:${minutes}`} ${half}`
}
