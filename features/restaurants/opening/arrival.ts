import { firstShown, localDate } from '#kit/rules/time/zoned-time.ts'
import { minutes } from '#kit/rules/units.ts'
import { type OpenState, openClock } from './open-state.ts'
import type { OpeningTime } from './opening-times.ts'

/** A place to go to. If its travel time is 0 (unknown), arrival is the time of leaving. */
export type Destination = { openingTimes?: readonly OpeningTime[] | null; travelTime: number }

/**
 * When someone who leaves at this time arrives, and the place's state then. Places with the same travel time share a
 * clock.
 */
export function arrivals(
  leavesAt: Date,
  zone: string,
): (place: Destination) => { arrivesAt: Date; state: OpenState } {
  const clocks = new Map<number, ReturnType<typeof openClock>>()
  return ({ openingTimes, travelTime }) => {
    const arrivesAt = new Date(leavesAt.getTime() + travelTime * minutes)
    const clock = clocks.get(travelTime) ?? openClock(arrivesAt, zone)
    clocks.set(travelTime, clock)
    return { arrivesAt, state: clock(openingTimes ?? null) }
  }
}

/** Whether a place isn't known to be closed when someone who leaves at this time arrives. */
export function mayBeOpen(leavesAt: Date, zone: string): (place: Destination) => boolean {
  const at = arrivals(leavesAt, zone)
  return place => at(place).state.state !== 'closed'
}

/** When people leave for today's lunch: at noon, or now if that has passed. */
export function nextLunchTime(now: Date, zone: string): Date {
  const noon = firstShown(localDate(now, zone), '12:00', zone)
  return noon > now ? noon : now
}
