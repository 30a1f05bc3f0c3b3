import type { Restaurant } from '#features/restaurants/contract.ts'
import { arrivals } from '#features/restaurants/opening/arrival.ts'
import type { RecentVisit } from '#features/visits/contract.ts'
import { addDays } from '#kit/rules/time/zoned-time.ts'
import { firstDeparture, leavesAtOf } from '../start/departure-times.ts'
import type { When } from '../start/time-fields.tsx'
import { nextLunchDay } from './next-lunch.ts'

/** Why a lunch is proposed. */
export type StarterReason =
  | { kind: 'own'; stars: number }
  | { kind: 'expected'; stars: number }
  | { kind: 'average'; stars: number; count: number }
  | { kind: 'nearest' }
  | { kind: 'new'; stars: number | null }
  | { kind: 'vote' }
  | { kind: 'weekly' }

/** A lunch that can be started by one tap. */
export type Starter = {
  reason: StarterReason
  when: When
  /** One to go to, or three to vote on; of one that repeats, where the last ones went. */
  places: readonly Restaurant[]
}

export type StarterFacts = {
  restaurants: readonly Restaurant[]
  ratingOf: (restaurantId: number) => number | undefined
  /** The stars that the user would probably give a place that they haven't rated. */
  expectedOf: (restaurantId: number) => number | undefined
  isHidden: (restaurantId: number) => boolean
  /** Those of the last two weeks, or of more days. */
  visits: readonly RecentVisit[]
  /** For how many days a place where the user ate isn't proposed. */
  avoidDays: number
  /** The user is in a lunch that repeats on this day of the week. */
  comesWeekly: boolean
  when: When
  timeZone: string
}

/** When the next lunch leaves: as soon as the sheet would propose, and tomorrow at noon. */
export function nextLunch(now: Date, timeZone: string): When {
  const date = nextLunchDay(now, timeZone)
  const first = firstDeparture(now, timeZone)
  return first.date === date ? first : { date, time: '12:00' }
}

/**
 * Up to three lunches to start: at the place that is best for the user, a vote between three cuisines, and at a place that
 * is new to them; or one that repeats, if they had lunch together on this day of the last two weeks. Someone who has never
 * rated gets the nearest place, and the one with the best average. All are open then, and none is where they ate lately.
 */
export function chooseStarters(facts: StarterFacts): Starter[] {
  const { restaurants, ratingOf, expectedOf, visits, when } = facts
  const places = restaurants.filter(canGo(facts))
  const hasRated = restaurants.some(({ id }) => ratingOf(id) !== undefined)
  const starsOf = (place: Restaurant) => ratingOf(place.id) ?? expectedOf(place.id) ?? place.avgRating
  const byStars = places.toSorted(
    (a, b) => (starsOf(b) ?? 0) - (starsOf(a) ?? 0) || b.ratingCount - a.ratingCount || nearer(a, b),
  )
  const best = hasRated ? byStars[0] : places.toSorted(nearer)[0]
  const isNew = ({ id }: Restaurant) =>
    ratingOf(id) === undefined && !visits.some(({ restaurantId }) => restaurantId === id)
  const fresh = byStars.find(place => place !== best && isNew(place))
  const others = byStars.filter(place => place !== best && place !== fresh)
  const vote = ofThreeCuisines(others) ?? ofThreeCuisines(byStars)
  const weekly = facts.comesWeekly ? undefined : lastTwo(facts)
  const starters: (Omit<Starter, 'when'> | undefined)[] = [
    best && { places: [best], reason: hasRated ? reasonFor(best, facts) : { kind: 'nearest' } },
    vote && { places: vote, reason: { kind: 'vote' } },
    weekly
      ? { places: weekly, reason: { kind: 'weekly' } }
      : fresh && { places: [fresh], reason: hasRated ? newTo(fresh, facts) : reasonFor(fresh, facts) },
  ]
  return starters.flatMap(starter => (starter ? { ...starter, when } : []))
}

function canGo({ isHidden, visits, avoidDays, when, timeZone }: StarterFacts) {
  const at = arrivals(new Date(leavesAtOf(when.date, when.time, timeZone)), timeZone)
  const from = addDays(when.date, -avoidDays)
  const lately = new Set(visits.filter(({ date }) => date >= from).map(({ restaurantId }) => restaurantId))
  return (place: Restaurant) =>
    !place.disabled &&
    !isHidden(place.id) &&
    !lately.has(place.id) &&
    // One that closes while they eat isn't proposed either.
    ['open', 'unknown'].includes(at(place).state.state)
}

const nearer = (a: Restaurant, b: Restaurant) =>
  (a.distance ?? Number.POSITIVE_INFINITY) - (b.distance ?? Number.POSITIVE_INFINITY) || a.id - b.id

function reasonFor(place: Restaurant, { ratingOf, expectedOf }: StarterFacts): StarterReason {
  const own = ratingOf(place.id)
  if (own !== undefined) return { kind: 'own', stars: own }
  const expected = expectedOf(place.id)
  if (expected !== undefined) return { kind: 'expected', stars: expected }
  return place.avgRating === null
    ? { kind: 'new', stars: null }
    : { kind: 'average', stars: place.avgRating, count: place.ratingCount }
}

const newTo = (place: Restaurant, { expectedOf }: StarterFacts): StarterReason => ({
  kind: 'new',
  stars: expectedOf(place.id) ?? place.avgRating,
})

/** The best place of each of the three best cuisines; undefined if there are fewer. */
function ofThreeCuisines(byStars: readonly Restaurant[]): Restaurant[] | undefined {
  const best = new Map(byStars.toReversed().map(place => [place.cuisine, place]))
  const places = byStars.filter(place => place.cuisine && best.get(place.cuisine) === place).slice(0, 3)
  return places.length === 3 ? places : undefined
}

/** Where the user had lunch with others on this day of the week, last week and the week before; undefined if not both. */
function lastTwo({ visits, restaurants, when }: StarterFacts): Restaurant[] | undefined {
  const places = [7, 14].map(days => {
    const visit = visits.find(({ lunchId, date }) => lunchId !== null && date === addDays(when.date, -days))
    return restaurants.find(({ id }) => id === visit?.restaurantId)
  })
  const known = places.filter(place => place !== undefined)
  return known.length === places.length ? [...new Set(known)] : undefined
}
