import { listActiveAlerts } from '#features/alerts/contract.ts'
import { addFavorite, listFavoriteIds, removeFavoriteOfRestaurant } from '#features/favorites/contract.ts'
import { joinLunch, leaveLunch, orderOptions, saveVotes, startLunch } from '#features/lunches/contract.ts'
import { pickRestaurant } from '#features/picks/contract.ts'
import { createRating, getDepartmentStats, listReviews, listUserRatings } from '#features/ratings/contract.ts'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { getForYou } from '#features/taste/contract.ts'
import { getRestaurantVisits } from '#features/visits/contract.ts'
import { minutes } from '#kit/rules/units.ts'
import { fillIn } from '../browser.ts'
import type { Person, Place } from '../fill.ts'
import type { Browser } from './browser.ts'

/** A person at noon. */
export type SimulatedUser = Person & {
  browser: Browser
  /** The lunch that this person is in, until it leaves. */
  lunch: { id: number; until: number; isHost: boolean } | null
}

/** The state that all people share. */
export type Shared = {
  /** The restaurants of each campus. */
  places: Map<string, Place[]>
  /** What Home requests: see `recordHome`. */
  home: string[]
  /** A random integer from 0 up to, but not including, `below`. */
  random: (below: number) => number
  /** Lunches with an open vote. */
  open: { id: number; campusCode: string; places: number[]; until: number; leaves: number }[]
}

/** Sends requests. The first ones are measured from when they were due, later ones from when they are sent. */
type Act = (shared: Shared, user: SimulatedUser, due: number) => Promise<unknown>

const visibleCards = 8

/** What a browser requests when Home is opened. */
const openHome: Act = ({ home }, user, due) => {
  void user.browser.listen(due)
  return Promise.all(home.map(path => user.browser.get(`GET ${path}`, fillIn(path, user), due)))
}

/** Who opens Home for the first time also requests the images of the cards in sight. */
export const arrive: Act = async (shared, user, due) => {
  await openHome(shared, user, due)
  const cards = shared.places.get(user.campusCode)?.slice(0, visibleCards) ?? []
  const paths = cards.map(({ imageHash }) => `/api/images/${imageHash}/card`)
  await Promise.all(paths.map(path => user.browser.get('GET /api/images/:hash/card', path)))
}

/** What is requested again after a rating, or when a person comes back to the page. */
const refresh = ({ browser, campusCode, id }: SimulatedUser, due?: number) =>
  Promise.all([
    browser.call(listCampusRestaurants, { params: { campusCode } }, due),
    browser.call(getForYou, { params: { campusCode } }, due),
    browser.call(listUserRatings, { params: { id } }, due),
    browser.call(listFavoriteIds, {}, due),
  ])

function placesOf({ places, random }: Shared, { campusCode }: SimulatedUser, count: number): number[] {
  const here = places.get(campusCode) ?? []
  const first = random(here.length)
  return Array.from({ length: count }, (_, i) => here[(first + i * 7) % here.length]?.id ?? 0)
}

const placeOf = (shared: Shared, user: SimulatedUser) => placesOf(shared, user, 1)[0] ?? 0

const lookAtPlace: Act = (shared, user, due) => {
  const params = { id: placeOf(shared, user) }
  const { browser } = user
  return Promise.all([
    browser.call(listReviews, { params, query: { limit: '20' } }, due),
    browser.call(getDepartmentStats, { params }, due),
    browser.call(getRestaurantVisits, { params }, due),
  ])
}

const rate: Act = async (shared, user, due) => {
  const value = 1 + shared.random(5)
  const comment = value === 3 && { comment: 'The soup of the day' }
  const body = { restaurantId: placeOf(shared, user), value, ...comment }
  await user.browser.call(createRating, { body }, due)
  await refresh(user)
}

const tryFavorite: Act = async (shared, user, due) => {
  const favorite = { restaurantId: placeOf(shared, user) }
  await user.browser.call(addFavorite, { body: favorite }, due)
  await user.browser.call(listFavoriteIds)
  await user.browser.call(removeFavoriteOfRestaurant, { params: favorite })
  await user.browser.call(listFavoriteIds)
}

const pick: Act = ({ random }, { browser, campusCode }, due) => {
  const query = random(2) === 0 ? {} : { price: '$' }
  return browser.call(pickRestaurant, { params: { campusCode }, query }, due)
}

const isFree = ({ lunch }: SimulatedUser) => lunch === null || lunch.until <= Date.now()

const start: Act = async (shared, user, due) => {
  if (!isFree(user)) return void (await lookAtPlace(shared, user, due))
  const leaves = Date.now() + (30 + shared.random(15)) * minutes
  const restaurantIds = [...new Set(placesOf(shared, user, 1 + shared.random(4)))]
  const { campusCode } = user
  user.lunch = { id: 0, until: leaves, isHost: true }
  const body = { campusCode, leavesAt: new Date(leaves).toISOString(), restaurantIds, move: true }
  const lunch = await user.browser.call(startLunch, { body }, due)
  user.lunch.id = lunch?.id ?? 0
  const until = Date.parse(lunch?.decidesAt ?? '')
  if (lunch?.state === 'voting')
    shared.open.push({ id: lunch.id, campusCode, places: restaurantIds, until, leaves })
}

/** Whether a vote or a lunch goes on for at least 30 seconds more. */
const goesOn = ({ until }: { until: number }) => until > Date.now() + 30_000

/** The open vote of the person's lunch, or one on the campus of a person who is free. */
function voteOf({ open, random }: Shared, user: SimulatedUser) {
  const votes = open.filter(goesOn)
  if (!isFree(user)) return votes.find(({ id }) => id === user.lunch?.id)
  const here = votes.filter(({ campusCode }) => campusCode === user.campusCode)
  return here[random(Math.max(here.length, 1))]
}

const joinOrLeave: Act = (shared, user, due) => {
  const { lunch: own, browser } = user
  const lunch = isFree(user) && voteOf(shared, user)
  if (lunch) {
    user.lunch = { id: lunch.id, until: lunch.leaves, isHost: false }
    return browser.call(joinLunch, { params: { id: lunch.id }, body: {} }, due)
  }
  if (!own || own.isHost || !goesOn(own)) return lookAtPlace(shared, user, due)
  user.lunch = null
  return browser.call(leaveLunch, { params: { id: own.id } }, due)
}

const vote: Act = async (shared, user, due) => {
  const lunch = voteOf(shared, user)
  if (!lunch) return lookAtPlace(shared, user, due)
  if (isFree(user)) user.lunch = { id: lunch.id, until: lunch.leaves, isHost: false }
  const restaurantIds = lunch.places.filter(() => shared.random(2) === 0)
  const params = { id: lunch.id }
  await user.browser.call(saveVotes, { params, body: { restaurantIds, move: true } }, due)
  return user.browser.call(orderOptions, { params })
}

/** How often people do what, per minute with 300 of them: about 33 requests per second, of which one in twelve writes. */
export const actions: { perMinute: number; run: Act }[] = [
  { perMinute: 90, run: openHome },
  // Each open page asks for alerts every minute.
  { perMinute: 300, run: (_shared, { browser }, due) => browser.call(listActiveAlerts, {}, due) },
  { perMinute: 30, run: (_shared, user, due) => refresh(user, due) },
  { perMinute: 30, run: lookAtPlace },
  { perMinute: 60, run: rate },
  { perMinute: 15, run: tryFavorite },
  { perMinute: 12, run: pick },
  { perMinute: 3, run: start },
  { perMinute: 24, run: joinOrLeave },
  { perMinute: 30, run: vote },
]
