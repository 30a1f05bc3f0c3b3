/** The day of a timestamp in the office's time zone, as a date field has it: '2026-11-20'. */
export function dayOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment)
  const part = (type: string) => parts.find(found => found.type === type)?.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The first instant of a day in the office's time zone. */
export function dayBegins(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Twice, since the clocks may change between the first guess and the start of the day.
  const guess = midnight - offsetAt(midnight, timeZone)
  return new Date(midnight - offsetAt(guess, timeZone))
}

/** The last instant of a day in the office's time zone. */
export function dayEnds(day: string, timeZone: string): Date {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60_000).toISOString().slice(0, 10)
  return new Date(dayBegins(next, timeZone).getTime() - 1)
}

/** How many milliseconds the office's time zone is ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    moment,
  )
  return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000
}
