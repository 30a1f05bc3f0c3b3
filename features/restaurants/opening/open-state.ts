import { dateFormats } from '#kit/rules/time/date-formats.ts'
import {
  addDays,
  daysBetween,
  firstShown,
  localDate,
  localTime,
  weekdayOf,
} from '#kit/rules/time/zoned-time.ts'
import { days, minutes } from '#kit/rules/units.ts'
import { clockTime, type OpeningTime } from './opening-times.ts'

/** Whether a place is open. If `until` is null, it stays that way; 'unknown' is never shown as open or closed. */
export type OpenState =
  | { state: 'open' | 'closing'; until: Date | null }
  /** `isDayOff`: it doesn't open at all on this day. */
  | { state: 'closed'; until: Date | null; isDayOff: boolean }
  | { state: 'unknown' }

const closingPeriod = 45 * minutes
/** A place that opens then or later is too late for lunch. */
const lastOpening = '13:30'

/**
 * Returns a function that tells, for given opening times, whether a place is open at this instant, by the wall clock
 * of its zone. The calendar calculations are done once for all places.
 */
export function openClock(instant: Date, zone: string): (times: readonly OpeningTime[] | null) => OpenState {
  const now = instant.getTime()
  const today = localDate(instant, zone)
  const weekday = weekdayOf(today)
  const known = new Map<string, number>()

  function at(day: number, time: string): number {
    const key = `${day} ${time}`
    const found = known.get(key)
    if (found !== undefined) return found
    const date = addDays(today, time === '24:00' ? day + 1 : day)
    const computed = firstShown(date, time === '24:00' ? '00:00' : time, zone).getTime()
    known.set(key, computed)
    return computed
  }

  return times => {
    if (times === null) return { state: 'unknown' }
    const closed = (until: Date | null): OpenState => {
      return { state: 'closed', until, isDayOff: times.every(time => time.day !== weekday) }
    }
    let openUntil: number | null = null
    for (let day = -1; day <= 8; day++) {
      for (const time of times) {
        if (time.day !== (weekday + day + 7) % 7) continue
        const start = at(day, time.start)
        const end = at(time.end > time.start ? day : day + 1, time.end)
        // A clock that goes forward may skip a whole time range.
        if (end <= now || end <= start) continue
        if (openUntil === null) {
          if (start > now) return closed(new Date(start))
          openUntil = end
        } else {
          if (start > openUntil) return openFor(openUntil, now)
          openUntil = Math.max(openUntil, end)
        }
      }
    }
    return openUntil === null ? closed(null) : { state: 'open', until: null }
  }
}

function openFor(until: number, now: number): OpenState {
  return { state: until - now <= closingPeriod ? 'closing' : 'open', until: new Date(until) }
}

/** Whether a place is closed and won't open today in time for lunch: before 1:30 PM. */
export function isClosedForLunch(state: OpenState, now: Date, zone: string): boolean {
  if (state.state !== 'closed') return false
  const { until } = state
  return !until || daysUntil(until, now, zone) > 0 || localTime(until, zone) >= lastOpening
}

/** Whether a place doesn't open at all today. */
export const isClosedToday = (state: OpenState) =>
  state.state === 'closed' && (state.until === null || state.isDayOff)

/** For example 'Open · until 2:30 PM', 'Closes in 25 min' or 'Closed · opens 5 PM'; null when it isn't known. */
export function describeOpenState(state: OpenState, now: Date, zone: string): string | null {
  if (state.state === 'unknown') return null
  const { until } = state
  if (state.state === 'closed') {
    const daysAhead = until && daysUntil(until, now, zone)
    if (until && daysAhead === 0) return `Closed · opens ${shownTime(until, zone)}`
    if (until === null || isClosedToday(state)) return 'Closed today'
    return `Closed · opens ${daysAhead === 1 ? `tomorrow ${shownTime(until, zone)}` : dayAndTime(until, zone)}`
  }
  if (until === null) return 'Open 24 hours'
  if (state.state === 'closing') return `Closes in ${minutesUntil(until, now)} min`
  const isWithinADay = until.getTime() - now.getTime() < days
  return `Open · until ${isWithinADay ? shownTime(until, zone) : dayAndTime(until, zone)}`
}

/**
 * What people need to know if they arrive at a later time, for example 'Closed then · opens 5 PM', 'Closed that day'
 * or 'Closes 15 min after you arrive'; null if the place stays open or it isn't known.
 */
export function describeArrival(state: OpenState, arrivesAt: Date, zone: string): string | null {
  if (state.state === 'closed') {
    const { until, isDayOff } = state
    if (until && daysUntil(until, arrivesAt, zone) === 0)
      return `Closed then · opens ${shownTime(until, zone)}`
    return until === null || isDayOff ? 'Closed that day' : 'Closed then'
  }
  if (state.state !== 'closing' || state.until === null) return null
  return `Closes ${minutesUntil(state.until, arrivesAt)} min after you arrive`
}

const minutesUntil = (until: Date, now: Date) =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / minutes))

const daysUntil = (until: Date, now: Date, zone: string) =>
  daysBetween(localDate(now, zone), localDate(until, zone))

const shownTime = (instant: Date, zone: string) => clockTime(localTime(instant, zone))
const dayAndTime = (instant: Date, zone: string) =>
  `${weekdayIn(zone).format(instant)} ${shownTime(instant, zone)}`
const weekdayIn = dateFormats({ weekday: 'short' })
