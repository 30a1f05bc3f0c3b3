import { listActiveAlerts } from '#contract/alerts.ts'
import { listAuditLogs } from '#contract/audit-logs.ts'
import { listCampuses } from '#contract/campuses.ts'
import { addFavorite, listFavorites, removeFavoriteOfRestaurant } from '#contract/favorites.ts'
import { uploadProfileImage } from '#contract/images.ts'
import { joinLunch, leaveLunch, orderOptions, saveVotes, startLunch } from '#contract/lunches.ts'
import { getOverview } from '#contract/overview.ts'
import { createRating, getDepartmentStats, listReviews, listUserRatings } from '#contract/ratings.ts'
import {
  listCampusRestaurants,
  listRestaurants,
  pickRestaurant,
  updateRestaurant,
} from '#contract/restaurants.ts'
import { getSession } from '#contract/sessions.ts'
import { getPublicConfig } from '#contract/settings.ts'
import { getForYou } from '#contract/taste.ts'
import { listUsers } from '#contract/users.ts'
import { getRestaurantVisits } from '#contract/visits.ts'
import { minutes } from '#domain/units.ts'
import type { Browser } from './browser.ts'
import type { Random } from './schedule.ts'
import type { Town } from './town.ts'

/** A person at noon. */
export type Diner = Town['people'][number] & {
  browser: Browser
  hasPictures: boolean
  hearts: number[]
  /** The lunch that this person is in, until it leaves. */
  lunch: { id: number; until: number; isHost: boolean } | null
}

/** The state that all people share. */
export type World = {
  town: Town
  admin: Browser
  random: Random
  /** Lunches with an open vote. */
  open: { id: number; campusCode: string; places: number[]; until: number; leaves: number }[]
}

type Act = {
  /** How often it happens per minute with 300 people. */
  perMinute: number
  /**
   * Sends requests. The first ones are measured from when they were due, later ones from when they are sent.
   */
  run: (world: World, diner: Diner, due: number) => Promise<unknown>
}

const cardsInSight = 8

/**
 * What a browser requests when Home is opened: the calls of web/boot.ts, and the images of the first cards.
 */
export async function openHome({ town }: World, diner: Diner, due: number): Promise<void> {
  const { browser, campusCode } = diner
  const params = { campusCode }
  browser.listen(due)
  await Promise.all([
    browser.get('GET /', '/', { due }),
    browser.call(getPublicConfig, {}, due),
    browser.call(listActiveAlerts, {}, due),
    browser.call(getSession, {}, due),
    browser.call(listCampusRestaurants, { params }, due),
    browser.call(getForYou, { params }, due),
    browser.call(listUserRatings, { params: { id: diner.id } }, due),
    browser.call(listCampuses, {}, due),
    browser.call(listFavorites, {}, due),
  ])
  if (diner.hasPictures) return
  diner.hasPictures = true
  const pictures = town.campuses.get(campusCode)?.pictures.slice(0, cardsInSight) ?? []
  await Promise.all(
    pictures.map(hash => browser.get('GET /api/images/:hash/card', `/api/images/${hash}/card`)),
  )
}

/** What is requested again after a rating, or when a person comes back to the page. */
const refresh = ({ browser, campusCode, id }: Diner, due?: number) =>
  Promise.all([
    browser.call(listCampusRestaurants, { params: { campusCode } }, due),
    browser.call(getForYou, { params: { campusCode } }, due),
    browser.call(listUserRatings, { params: { id } }, due),
    browser.call(listFavorites, {}, due),
  ])

export const pollAlerts = ({ browser }: Diner, due: number) => browser.call(listActiveAlerts, {}, due)

/** About 33 requests per second by 300 people; one in twelve writes. */
export const acts: Act[] = [
  { perMinute: 90, run: openHome },
  { perMinute: 30, run: (_world, diner, due) => refresh(diner, due) },
  { perMinute: 30, run: lookAtPlace },
  { perMinute: 60, run: rate },
  { perMinute: 30, run: heart },
  { perMinute: 12, run: pick },
  { perMinute: 3, run: start },
  { perMinute: 24, run: joinOrLeave },
  { perMinute: 30, run: vote },
  { perMinute: 12, run: administer },
  { perMinute: 3, run: upload },
]

function placesOf(world: World, diner: Diner, count: number): number[] {
  const places = world.town.campuses.get(diner.campusCode)?.places ?? []
  const first = world.random(places.length)
  return Array.from({ length: count }, (_, i) => places[(first + i * 7) % places.length] ?? 0)
}

function lookAtPlace(world: World, diner: Diner, due: number): Promise<unknown> {
  const [id = 0] = placesOf(world, diner, 1)
  const { browser } = diner
  return Promise.all([
    browser.call(listReviews, { params: { id }, query: { limit: '20' } }, due),
    browser.call(getDepartmentStats, { params: { id } }, due),
    browser.call(getRestaurantVisits, { params: { id } }, due),
  ])
}

async function rate(world: World, diner: Diner, due: number) {
  const [restaurantId = 0] = placesOf(world, diner, 1)
  const value = 1 + world.random(5)
  const body = value === 3 ? { restaurantId, value, comment: 'The soup of the day' } : { restaurantId, value }
  await diner.browser.call(createRating, { body }, due)
  await refresh(diner)
}

/** Far below the limit of favorites. */
const mostHearts = 5

async function heart(world: World, diner: Diner, due: number) {
  const { browser, hearts } = diner
  if (hearts.length >= mostHearts) {
    const restaurantId = hearts.shift() ?? 0
    await browser.call(removeFavoriteOfRestaurant, { params: { restaurantId } }, due)
  } else {
    const [restaurantId = 0] = placesOf(world, diner, 1)
    if (!hearts.includes(restaurantId)) hearts.push(restaurantId)
    await browser.call(addFavorite, { body: { restaurantId } }, due)
  }
  await browser.call(listFavorites)
}

function pick({ random }: World, { browser, campusCode }: Diner, due: number) {
  const query = random(2) === 0 ? {} : { price: '$' }
  return browser.call(pickRestaurant, { params: { campusCode }, query }, due)
}

const isFree = ({ lunch }: Diner) => lunch === null || lunch.until <= Date.now()

async function start(world: World, diner: Diner, due: number): Promise<void> {
  if (!isFree(diner)) return void (await lookAtPlace(world, diner, due))
  const leaves = Date.now() + (30 + world.random(15)) * minutes
  const restaurantIds = [...new Set(placesOf(world, diner, 1 + world.random(4)))]
  const { campusCode } = diner
  diner.lunch = { id: 0, until: leaves, isHost: true }
  const body = { campusCode, leavesAt: new Date(leaves).toISOString(), restaurantIds, move: true }
  const lunch = await diner.browser.call(startLunch, { body }, due)
  diner.lunch.id = lunch?.id ?? 0
  if (lunch?.state !== 'voting') return
  const until = Date.parse(lunch.decidesAt ?? '')
  const open = world.open.filter(other => other.until > Date.now())
  world.open = [...open, { id: lunch.id, campusCode, places: restaurantIds, until, leaves }]
}

/** An open vote on the person's campus that stays open for at least 30 seconds. */
function openVote({ open, random }: World, { campusCode }: Diner) {
  const soon = Date.now() + 30_000
  const here = open.filter(lunch => lunch.campusCode === campusCode && lunch.until > soon)
  return here[random(Math.max(here.length, 1))]
}

async function joinOrLeave(world: World, diner: Diner, due: number) {
  const lunch = openVote(world, diner)
  if (isFree(diner) && lunch) {
    diner.lunch = { id: lunch.id, until: lunch.leaves, isHost: false }
    return diner.browser.call(joinLunch, { params: { id: lunch.id }, body: {} }, due)
  }
  const { lunch: own } = diner
  if (!own || own.isHost || own.until < Date.now() + 30_000) return lookAtPlace(world, diner, due)
  diner.lunch = null
  return diner.browser.call(leaveLunch, { params: { id: own.id } }, due)
}

async function vote(world: World, diner: Diner, due: number) {
  const { lunch: own, browser } = diner
  const isIn = !isFree(diner)
  const lunch = isIn ? world.open.find(({ id }) => id === own?.id) : openVote(world, diner)
  if (!lunch || lunch.until < Date.now() + 30_000) return lookAtPlace(world, diner, due)
  if (!isIn) diner.lunch = { id: lunch.id, until: lunch.leaves, isHost: false }
  const restaurantIds = lunch.places.filter(() => world.random(2) === 0)
  const params = { id: lunch.id }
  await browser.call(saveVotes, { params, body: { restaurantIds, move: true } }, due)
  return browser.call(orderOptions, { params })
}

async function administer(world: World, diner: Diner, due: number) {
  const { admin, random } = world
  const [id = 0] = placesOf(world, diner, 1)
  const looks = [
    () => admin.call(listUsers, { query: { limit: '50', search: `first${random(100)}` } }, due),
    () => admin.call(listRestaurants, { query: { limit: '50', sort: 'avgRating' } }, due),
    () => admin.call(listAuditLogs, { query: { limit: '50' } }, due),
    () => admin.call(getOverview, {}, due),
    () =>
      admin.call(
        updateRestaurant,
        { params: { id }, body: { phone: `(828) 555-0${100 + random(900)}` } },
        due,
      ),
  ]
  return looks[random(looks.length)]?.()
}

function upload({ town, random }: World, { browser, id }: Diner, due: number) {
  const photo = town.photos[random(town.photos.length)] ?? Buffer.alloc(0)
  const file = new Blob([new Uint8Array(photo)], { type: 'image/jpeg' })
  return browser.call(uploadProfileImage, { params: { id }, file }, due)
}
