import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { requireCampus } from '#features/campuses/server/campuses-store.ts'
import { mayBeOpen, nextLunchTime } from '#features/restaurants/opening/arrival.ts'
import { openClock } from '#features/restaurants/opening/open-state.ts'
import type { OpeningTime } from '#features/restaurants/opening/opening-times.ts'
import { filterOf } from '#features/restaurants/restaurant-filters.ts'
import { withLists } from '#features/restaurants/server/list-columns.ts'
import { presentRestaurant } from '#features/restaurants/server/present-restaurant.ts'
import { rowsByName } from '#features/restaurants/server/restaurants-api.ts'
import { readNumberSetting } from '#features/settings/server/settings-store.ts'
import { preferencesOf } from '#features/taste/server/taste.ts'
import { listHiddenIds } from '#features/visits/server/visits-api.ts'
import type { Query } from '#kit/contract/endpoint.ts'
import { matchesSearch } from '#kit/rules/texts/search.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { nothingToPick, pickRestaurant } from '../contract.ts'
import { choicesFor, type Mood } from '../moods.ts'

export function picksApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, config } = deps

  /** Picks by mood, except what is hidden, was visited lately or is closed at lunch. */
  serve(app, pickRestaurant, async ({ params, query, viewer }) => {
    await requireCampus(db, params.campusCode)
    const rows = await rowsByName(deps, params.campusCode)
    const { mood = 'any', avoidDays = await readNumberSetting(db, 'avoid_days') } = query
    const hidden = new Set(await listHiddenIds(db, viewer.id))
    const matches = await filterFor(deps, query, viewer.id)
    const eligible = rows.filter(row => !row.disabled && !hidden.has(row.id) && matches(row))
    const since = addDays(localDate(now(), config.timeZone), 1 - avoidDays)
    const visited = new Set(avoidDays > 0 ? await listVisitedIds(db, viewer.id, since) : [])
    const others = eligible.filter(({ id }) => !visited.has(id))
    if (others.length === 0 && eligible.length > 0) throw nothing({ avoided: eligible.length })
    const opens = mayBeOpen(nextLunchTime(now(), config.timeZone), config.timeZone)
    const left = query.openAtLunch ? others.filter(row => opens(withLists(row))) : others
    if (left.length === 0 && others.length > 0) throw nothing({ closed: others.length })
    const choices = mood === 'any' ? left : await choicesByMood(deps, mood, left, viewer.id)
    // Only after the mood: the best of what is left in a round may be what the viewer likes least.
    const excluded = new Set(query.exclude)
    const picked = pickRandom(choices.filter(({ id }) => !excluded.has(id)))
    if (!picked) throw nothing()
    return presentRestaurant(db, picked)
  })
}

/** `because`: how many were left out, if nothing is left only because of that. */
const nothing = (because: { avoided?: number; closed?: number } = {}) =>
  notFound(nothingToPick, { code: 'nothing_to_pick', ...because })

async function choicesByMood(
  { db, taste }: Deps,
  mood: Mood,
  rows: readonly Row<'restaurants'>[],
  viewerId: number,
): Promise<Row<'restaurants'>[]> {
  const { stars, isRated } = await preferencesOf(db, await taste(), viewerId)
  return choicesFor(mood, rows, row => ({
    stars: stars(row),
    isRated: isRated(row.id),
    ratingCount: row.ratingCount,
  }))
}

/** Picks one of them, each equally likely; undefined if there are none. */
export function pickRandom<R>(restaurants: R[]): R | undefined {
  return restaurants.length > 0 ? restaurants[randomInt(restaurants.length)] : undefined
}

/** Returns a predicate for rows that match a search and filters, for one viewer and at this moment. */
async function filterFor(
  { db, now, config }: Deps,
  { search = '', ...filters }: Query<typeof pickRestaurant>,
  viewerId: number,
): Promise<(row: Row<'restaurants'>) => boolean> {
  const { mine = [] } = filters
  const favorites = mine.includes('favorites') ? await list(db, 'favorites', { userId: viewerId }) : []
  const ratings = mine.some(kind => kind !== 'favorites')
    ? await list(db, 'ratings', { userId: viewerId })
    : []
  const favoriteIds = new Set(favorites.map(({ restaurantId }) => restaurantId))
  const ratedIds = new Set(ratings.map(({ restaurantId }) => restaurantId))
  const stateOf = openClock(now(), config.timeZone)
  const matches = filterOf(filters, {
    isOpen: (times: readonly OpeningTime[] | null) => ['open', 'closing'].includes(stateOf(times).state),
    isFavorite: id => favoriteIds.has(id),
    isRated: id => ratedIds.has(id),
  })
  return row => matchesSearch(row, search) && matches(withLists(row))
}

/** The ids of the restaurants that a user has visited since a day. */
async function listVisitedIds(db: Db, userId: number, from: string): Promise<number[]> {
  const rows = await db
    .selectFrom('visits')
    .select('restaurantId')
    .distinct()
    .where('userId', '=', userId)
    .where('date', '>=', from)
    .execute()
  return rows.map(({ restaurantId }) => restaurantId)
}
