import type { RandomBelow } from './lunch-decision.ts'
import { describeArrival, type OpenState, openClock } from './open-state.ts'
import type { OpeningTime } from './opening-times.ts'
import { minutes } from './units.ts'

/** Where a lunch may go. Without minutes to it, one is there on leaving. */
export type LunchPlace = { openingTimes?: readonly OpeningTime[] | null | undefined; travelTime: number }

type Arrival = { arrivesAt: Date; state: OpenState }

/** What a lunch that leaves at this time finds at its places; those equally far share one look at the calendar. */
function arrivals(leavesAt: Date, zone: string): (place: LunchPlace) => Arrival {
  const clocks = new Map<number, ReturnType<typeof openClock>>()
  return ({ openingTimes, travelTime }) => {
    const arrivesAt = new Date(leavesAt.getTime() + travelTime * minutes)
    const clock = clocks.get(travelTime) ?? openClock(arrivesAt, zone)
    clocks.set(travelTime, clock)
    return { arrivesAt, state: clock(openingTimes ?? null) }
  }
}

/** That a place is closed when a lunch arrives, or closes soon after; null when it isn't, or nobody knows. */
export function arrivalWarning(
  place: LunchPlace,
  leavesAt: Date,
  zone: string,
): { state: OpenState['state']; text: string } | null {
  const { arrivesAt, state } = arrivals(leavesAt, zone)(place)
  const text = describeArrival(state, arrivesAt, zone)
  return text === null ? null : { state: state.state, text }
}

/**
 * Some places for a lunch, each as likely as any other; those that are known to be closed when it arrives only where there
 * are too few others.
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

/** So many, or as many as there are. */
function draw<T>(items: readonly T[], count: number, randomBelow: RandomBelow): T[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(randomBelow(left.length), 1),
  ).flat()
}
