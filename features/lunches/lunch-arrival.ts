import { describeArrival, type OpenState, openClock } from '#features/restaurants/opening/open-state.ts'
import type { OpeningTime } from '#features/restaurants/opening/opening-times.ts'
import { minutes } from '#kit/rules/units.ts'
import type { RandomBelow } from './lunch-decision.ts'

/** A place where a lunch may go. If its travel time is 0 (unknown), arrival is the time of leaving. */
export type LunchPlace = { openingTimes?: readonly OpeningTime[] | null; travelTime: number }

type Arrival = { arrivesAt: Date; state: OpenState }

/**
 * When a lunch that leaves at this time arrives, and the place's state then. Places with the same travel time
 * share a clock.
 */
function arrivals(leavesAt: Date, zone: string): (place: LunchPlace) => Arrival {
  const clocks = new Map<number, ReturnType<typeof openClock>>()
  return ({ openingTimes, travelTime }) => {
    const arrivesAt = new Date(leavesAt.getTime() + travelTime * minutes)
    const clock = clocks.get(travelTime) ?? openClock(arrivesAt, zone)
    clocks.set(travelTime, clock)
    return { arrivesAt, state: clock(openingTimes ?? null) }
  }
}

/** A warning if a place is closed when a lunch arrives or closes soon after; null otherwise, or if it isn't known. */
export function arrivalWarning(
  place: LunchPlace,
  leavesAt: Date,
  zone: string,
): { state: OpenState['state']; text: string } | null {
  const { arrivesAt, state } = arrivals(leavesAt, zone)(place)
  const text = describeArrival(state, arrivesAt, zone)
  return text === null ? null : { state: state.state, text }
}

/** Whether a place isn't known to be closed when a lunch that leaves at this time arrives. */
export function mayBeOpen(leavesAt: Date, zone: string): (place: LunchPlace) => boolean {
  const at = arrivals(leavesAt, zone)
  return place => at(place).state.state !== 'closed'
}

/**
 * Draws places for a lunch, each equally likely. Places that are known to be closed on arrival are only drawn if
 * there are too few others.
 */
export function drawPlaces<Place extends LunchPlace>(
  places: readonly Place[],
  count: number,
  { leavesAt, zone, randomBelow }: { leavesAt: Date; zone: string; randomBelow: RandomBelow },
): Place[] {
  const at = arrivals(leavesAt, zone)
  const closed = new Set(places.filter(place => at(place).state.state === 'closed'))
  const others = places.filter(place => !closed.has(place))
  const drawn = draw(others, count, randomBelow)
  return [...drawn, ...draw([...closed], count - drawn.length, randomBelow)]
}

/** Draws `count` items, or all of them if there are fewer. */
export function draw<T>(items: readonly T[], count: number, randomBelow: RandomBelow): T[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(randomBelow(left.length), 1),
  ).flat()
}
