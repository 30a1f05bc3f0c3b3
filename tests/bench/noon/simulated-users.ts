import { listActiveAlerts } from '#features/alerts/contract.ts'
import { addFavorite, listFavoriteIds, removeFavoriteOfRestaurant } from '#features/favorites/contract.ts'
import { joinLunch, leaveLunch, orderOptions, saveVotes, startLunch } from '#features/lunches/contract.ts'
import { pickRestaurant } from '#features/picks/contract.ts'
import { createRating, getDepartmentStats, listReviews, listUserRatings } from '#features/ratings/contract.ts'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { getForYou } from '#features/taste/contract.ts'
import { getRestaurantVisits } from '#features/visits/contract.ts'
import { minutes } from '#kit/rules/units.ts'
import { fillIn } from '../home.ts'
import type { Browser } from './browser.ts'
import type { SampleData } from './sample-data.ts'
import type { Random } from './schedule.ts'

/** A person at noon. */
export type SimulatedUser = SampleData['people'][number] & {
  browser: Browser
  hasPictures: boolean
  favorites: number[]
  /** The lunch that this person is in, until it leaves. */
  lunch: { id: number; until: number; isHost: boolean } | null
}

/** The state that all people share. */
export type Shared = {
  data: SampleData
  /** What Home requests: see `recordHome`. */
  home: string[]
  random: Random
  /** Lunches with an open vote. */
  open: { id: number; campusCode: string; places: number[]; until: number; leaves: number }[]
}

type Action = {
  /** How often it happens per minute with 300 people. */
  perMinute: number
  /**
   * Sends requests. The first ones are measured from when they were due, later ones from when they are sent.
   */
  run: (shared: Shared, user: SimulatedUser, due: number) => Promise<unknown>
}

const visibleCards = 8

/**
 * What a browser requests when Home is opened: what the page itself requests, and the images of the first cards.
 */
export async function openHome({ data, home }: Shared, user: SimulatedUser, due: number): Promise<void> {
  const { browser, campusCode } = user
  browser.listen(due)
  await Promise.all(home.map(path => browser.get(`GET ${path}`, fillIn(path, user), due)))
  if (user.hasPictures) return
  user.hasPictures = true
  const pictures = data.campuses.get(campusCode)?.pictures.slice(0, visibleCards) ?? []
  await Promise.all(
    pictures.map(hash => browser.get('GET /api/images/:hash/card', `/api/images/${hash}/card`)),
  )
}

/** What is requested again after a rating, or when a person comes back to the page. */
const refresh = ({ browser, campusCode, id }: SimulatedUser, due?: number) =>
  Promise.all([
    browser.call(listCampusRestaurants, { params: { campusCode } }, due),
    browser.call(getForYou, { params: { campusCode } }, due),
    browser.call(listUserRatings, { params: { id } }, due),
    browser.call(listFavoriteIds, {}, due),
  ])

export const pollAlerts = ({ browser }: SimulatedUser, due: number) => browser.call(listActiveAlerts, {}, due)

/** About 33 requests per second by 300 people; one in twelve writes. */
export const actions: Action[] = [
  { perMinute: 90, run: openHome },
  { perMinute: 30, run: (_shared, user, due) => refresh(user, due) },
  { perMinute: 30, run: lookAtPlace },
  { perMinute: 60, run: rate },
  { perMinute: 30, run: toggleFavorite },
  { perMinute: 12, run: pick },
  { perMinute: 3, run: start },
  { perMinute: 24, run: joinOrLeave },
  { perMinute: 30, run: vote },
]

function placesOf(shared: Shared, user: SimulatedUser, count: number): number[] {
  const places = shared.data.campuses.get(user.campusCode)?.places ?? []
  const first = shared.random(places.length)
  return Array.from({ length: count }, (_, i) => places[(first + i * 7) % places.length] ?? 0)
}

function lookAtPlace(shared: Shared, user: SimulatedUser, due: number): Promise<unknown> {
  const [id = 0] = placesOf(shared, user, 1)
  const { browser } = user
  return Promise.all([
    browser.call(listReviews, { params: { id }, query: { limit: '20' } }, due),
    browser.call(getDepartmentStats, { params: { id } }, due),
    browser.call(getRestaurantVisits, { params: { id } }, due),
  ])
}

async function rate(shared: Shared, user: SimulatedUser, due: number) {
  const [restaurantId = 0] = placesOf(shared, user, 1)
  const value = 1 + shared.random(5)
  const body = value === 3 ? { restaurantId, value, comment: 'The soup of the day' } : { restaurantId, value }
  await user.browser.call(createRating, { body }, due)
  await refresh(user)
}

/** Far below the limit of favorites. */
const maxFavorites = 5

async function toggleFavorite(shared: Shared, user: SimulatedUser, due: number) {
  const { browser, favorites } = user
  if (favorites.length >= maxFavorites) {
    const restaurantId = favorites.shift() ?? 0
    await browser.call(removeFavoriteOfRestaurant, { params: { restaurantId } }, due)
  } else {
    const [restaurantId = 0] = placesOf(shared, user, 1)
    if (!favorites.includes(restaurantId)) favorites.push(restaurantId)
    await browser.call(addFavorite, { body: { restaurantId } }, due)
  }
  await browser.call(listFavoriteIds)
}

function pick({ random }: Shared, { browser, campusCode }: SimulatedUser, due: number) {
  const query = random(2) === 0 ? {} : { price: '$' }
  return browser.call(pickRestaurant, { params: { campusCode }, query }, due)
}

const isFree = ({ lunch }: SimulatedUser) => lunch === null || lunch.until <= Date.now()

async function start(shared: Shared, user: SimulatedUser, due: number): Promise<void> {
  if (!isFree(user)) return void (await lookAtPlace(shared, user, due))
  const leaves = Date.now() + (30 + shared.random(15)) * minutes
  const restaurantIds = [...new Set(placesOf(shared, user, 1 + shared.random(4)))]
  const { campusCode } = user
  user.lunch = { id: 0, until: leaves, isHost: true }
  const body = { campusCode, leavesAt: new Date(leaves).toISOString(), restaurantIds, move: true }
  const lunch = await user.browser.call(startLunch, { body }, due)
  user.lunch.id = lunch?.id ?? 0
  if (lunch?.state !== 'voting') return
  const until = Date.parse(lunch.decidesAt ?? '')
  const open = shared.open.filter(other => other.until > Date.now())
  shared.open = [...open, { id: lunch.id, campusCode, places: restaurantIds, until, leaves }]
}

/** An open vote on the person's campus that stays open for at least 30 seconds. */
function openVote({ open, random }: Shared, { campusCode }: SimulatedUser) {
  const soon = Date.now() + 30_000
  const here = open.filter(lunch => lunch.campusCode === campusCode && lunch.until > soon)
  return here[random(Math.max(here.length, 1))]
}

async function joinOrLeave(shared: Shared, user: SimulatedUser, due: number) {
  const lunch = openVote(shared, user)
  if (isFree(user) && lunch) {
    user.lunch = { id: lunch.id, until: lunch.leaves, isHost: false }
    return user.browser.call(joinLunch, { params: { id: lunch.id }, body: {} }, due)
  }
  const { lunch: own } = user
  if (!own || own.isHost || own.until < Date.now() + 30_000) return lookAtPlace(shared, user, due)
  user.lunch = null
  return user.browser.call(leaveLunch, { params: { id: own.id } }, due)
}

async function vote(shared: Shared, user: SimulatedUser, due: number) {
  const { lunch: own, browser } = user
  const isIn = !isFree(user)
  const lunch = isIn ? shared.open.find(({ id }) => id === own?.id) : openVote(shared, user)
  if (!lunch || lunch.until < Date.now() + 30_000) return lookAtPlace(shared, user, due)
  if (!isIn) user.lunch = { id: lunch.id, until: lunch.leaves, isHost: false }
  const restaurantIds = lunch.places.filter(() => shared.random(2) === 0)
  const params = { id: lunch.id }
  await browser.call(saveVotes, { params, body: { restaurantIds, move: true } }, due)
  return browser.call(orderOptions, { params })
}
