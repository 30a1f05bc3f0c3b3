import {
  addDays,
  daysBetween,
  type LocalDate,
  localDate,
  localTime,
  startOfDay,
} from '#kit/rules/time/zoned-time.ts'
import { minutes } from '#kit/rules/units.ts'

/** How many local days ahead a lunch may be. */
export const daysAhead = 6
/** No one can be in two lunches that leave within this time of each other. */
const minTimeApart = 90 * minutes
/** For how long a host who leaves a lunch can take that back. */
export const timeToReturn = 1 * minutes
/** How long before leaving those who are in are shown that it leaves soon. */
export const leavingSoon = 15 * minutes
/** How long after leaving it is asked how it was; visits are entered then. */
export const asksHowAfter = 45 * minutes
/** How long before leaving a vote closes, unless the host says otherwise. */
const voteLeadTime = 10 * minutes

/** From the beginning of today to the end of the last day that lunches may be on, in local time. */
export function lunchDays(now: Date, timeZone: string): { from: Date; until: Date } {
  const today = localDate(now, timeZone)
  return { from: startOfDay(today, timeZone), until: startOfDay(addDays(today, daysAhead + 1), timeZone) }
}

/** Why a lunch can't leave at a time, as a sentence; null if it can. */
export function leavingProblem(leavesAt: Date, now: Date, timeZone: string): string | null {
  if (leavesAt.getTime() <= now.getTime()) return 'Choose a time in the future'
  if (leavesAt.getTime() >= lunchDays(now, timeZone).until.getTime())
    return `A lunch can be at most ${daysAhead} days ahead`
  return null
}

/** When a vote closes automatically: ten minutes before leaving, or halfway if that is within twenty minutes. */
export function defaultDecidesAt(leavesAt: Date, now: Date): Date {
  const left = leavesAt.getTime() - now.getTime()
  return left <= 2 * voteLeadTime
    ? new Date(now.getTime() + Math.floor(left / 2))
    : new Date(leavesAt.getTime() - voteLeadTime)
}

/** When the vote of a lunch that was moved closes: as long before leaving as planned, if that is still to come. */
export function movedDecidesAt(before: { leavesAt: Date; decidesAt: Date }, leavesAt: Date, now: Date): Date {
  const moved = before.decidesAt.getTime() + leavesAt.getTime() - before.leavesAt.getTime()
  return moved > now.getTime() ? new Date(moved) : defaultDecidesAt(leavesAt, now)
}

/** Whether two lunches leave so close together that one person can't be in both. */
export function overlap(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= minTimeApart
}

/** From when until when no one can be in another lunch; not before `from`. */
export function timesAround(leavesAt: string, from = new Date(0)): { from: string; until: string } {
  const leaves = Date.parse(leavesAt)
  return {
    from: new Date(Math.max(leaves - minTimeApart, from.getTime())).toISOString(),
    until: new Date(leaves + minTimeApart).toISOString(),
  }
}

/** Whether the host who left a lunch at this time can still take that back; null if none has. */
export const mayStillReturn = (hostLeftAt: string | null, time: string): boolean =>
  hostLeftAt !== null && Date.parse(time) < Date.parse(hostLeftAt) + timeToReturn

/** The day of the week on which they ate, next time; if no lunch can be that far ahead yet, the last day on which one can. */
export function sameDayNextWeek(date: LocalDate, today: LocalDate): LocalDate {
  const daysUntil = 7 - (daysBetween(date, today) % 7)
  return addDays(today, Math.min(daysUntil, daysAhead))
}

/** A time as people say it around noon: '12:05', '1:30'; in the evening and at night '7:30 PM'. */
export function lunchClock(instant: Date, timeZone: string): string {
  const [hours = '', minute] = localTime(instant, timeZone).split(':')
  const hour = Number(hours)
  const isByDay = hour >= 7 && hour < 19
  return `${hour % 12 || 12}:${minute}${isByDay ? '' : hour < 12 ? ' AM' : ' PM'}`
}
