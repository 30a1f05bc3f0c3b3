import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { orderOptions } from '#features/lunches/contract.ts'
import { draw } from '#features/lunches/lunch-arrival.ts'
import { type LunchSuggestion, suggestPlaces } from '#features/lunches/lunch-suggestions-contract.ts'
import { listLunchPeople } from '#features/lunches/server/lunch-people.ts'
import { readLunch } from '#features/lunches/server/read-lunches.ts'
import { requireOpenVote, requireUpcoming } from '#features/lunches/server/requirements.ts'
import { bestOf } from '#features/picks/moods.ts'
import { mayBeOpen } from '#features/restaurants/opening/arrival.ts'
import { withLists } from '#features/restaurants/server/list-columns.ts'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import { readNumberSetting } from '#features/settings/server/settings-store.ts'
import { byScore, type GroupScore, scoreForGroup } from '#features/taste/group-order.ts'
import { countLikes } from '#features/taste/neighbors.ts'
import { preferencesOf, type Taste } from '#features/taste/server/taste.ts'
import { minPeople } from '#kit/rules/min-people.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readDietsColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { meetsDiets, sharedDiets } from '../lunch-people.ts'

const maxSuggestions = 3

/**
 * Which restaurants the people of a lunch would like best as a group. With fewer than `minPeople`, reasons would tell
 * whose ratings are alike, and the order who likes what.
 */
export function groupPicksApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, taste } = deps

  serve(app, orderOptions, async ({ params, viewer }) => {
    const { options, people } = await readLunch(deps, params.id, viewer)
    const ids = options.map(({ restaurantId }) => restaurantId)
    if (people.length < minPeople) return { restaurantIds: ids }
    const userIds = people.map(({ id }) => id)
    const scoreOf = await groupScores(db, await taste(), userIds)
    const rows = await readRestaurantsById(db, ids)
    const scored = ids.map(id => ({ id, ...scoreOf(rows.get(id) ?? { id, ratingCount: 0 }) }))
    return { restaurantIds: scored.sort(byScore).map(({ id }) => id) }
  })

  serve(app, suggestPlaces, async ({ params, viewer }) => {
    const lunch = await readLunch(deps, params.id, viewer)
    const userIds = lunch.people.map(({ id }) => id)
    if (!userIds.includes(viewer.id)) throw forbidden('Join this lunch to get suggestions')
    requireUpcoming(lunch, now().toISOString())
    requireOpenVote(lunch)
    const options = new Set(lunch.options.map(({ restaurantId }) => restaurantId))
    const { campusCode, leavesAt } = lunch
    const found = await picksForGroup(deps, { campusCode, userIds, leavesAt: new Date(leavesAt) })
    const others = found.filter(({ restaurant }) => !options.has(restaurant.id))
    const shared = sharedDiets(await listLunchPeople(db, [lunch.id]))
    const fitting = others.filter(({ restaurant }) => meetsDiets(readDietsColumn(restaurant.diets), shared))
    // If nothing fits, it is as if no one shared a diet.
    const best = (fitting.length > 0 ? fitting : others).slice(0, maxSuggestions)
    const reasonsOf = await findReasons(deps, userIds)
    return best.map(each => ({
      restaurantId: each.restaurant.id,
      expected: each.mean === null ? null : Math.round(each.mean * 10) / 10,
      reasons: reasonsOf(each),
      ...(fitting.length > 0 && { fitsDiets: true as const }),
    }))
  })
}

/** How many colleagues who rate as these people do liked a restaurant, or else of how many ratings its average is. */
async function findReasons(
  { taste }: Deps,
  userIds: readonly number[],
): Promise<(restaurant: GroupPick) => LunchSuggestion['reasons']> {
  const learned = userIds.length >= minPeople ? await taste() : null
  const likes = learned && countLikes(learned.neighbors, userIds)
  return ({ restaurant: { id, ratingCount } }) => {
    const count = likes?.get(id) ?? 0
    // The restaurant may have lost ratings since they were counted.
    if (count >= minPeople && ratingCount >= minPeople) return [{ kind: 'people', count }]
    return ratingCount > 0 ? [{ kind: 'average', count: ratingCount }] : []
  }
}

type GroupDeps = Pick<Deps, 'config' | 'db' | 'now' | 'taste'>
type Group = { campusCode: string; userIds: number[]; leavesAt: Date }

/** Its mean is of the stars that the group would give or, failing that, of those that the staff gave. */
type GroupPick = GroupScore & { restaurant: Row<'restaurants'> }

/**
 * The restaurants of a campus where a group may go, best first: enabled, hidden by none of them, not known to be closed
 * on arrival, and, unless `withVisited`, not visited by people of the campus within the setting `avoid_days`.
 */
async function picksForGroup(
  deps: GroupDeps,
  { campusCode, userIds, leavesAt }: Group,
  { withVisited = false } = {},
): Promise<GroupPick[]> {
  const { db, config, now } = deps
  const hiding = await list(db, 'hiddenRestaurants', { userId: userIds })
  const hidden = new Set(hiding.map(({ restaurantId }) => restaurantId))
  const avoidDays = withVisited ? 0 : await readNumberSetting(db, 'avoid_days')
  const since = addDays(localDate(now(), config.timeZone), 1 - avoidDays)
  const visits = db
    .selectFrom('visits')
    .innerJoin('users', 'users.id', 'visits.userId')
    .select('restaurantId')
    .distinct()
    .where('users.campusCode', '=', campusCode)
    .where('date', '>=', since)
  const visited = new Set(
    avoidDays > 0 ? (await visits.execute()).map(({ restaurantId }) => restaurantId) : [],
  )
  const isOpen = mayBeOpen(leavesAt, config.timeZone)
  const restaurants = (await list(db, 'restaurants', { campusCode }, { order: ['id'] })).filter(
    row => !row.disabled && !hidden.has(row.id) && !visited.has(row.id) && isOpen(withLists(row)),
  )
  return rankForGroup(deps, restaurants, userIds)
}

/** With fewer than three people, or before anything was learned, the staff's averages decide. */
async function rankForGroup(
  { db, taste }: GroupDeps,
  restaurants: Row<'restaurants'>[],
  userIds: number[],
): Promise<GroupPick[]> {
  const learned = await taste()
  // While no restaurant has enough ratings, the model knows none.
  const isForGroup = userIds.length >= minPeople && learned !== null && learned.index.size > 0
  const scoreOf = isForGroup ? await groupScores(db, learned, userIds) : averageOf
  return restaurants.map(restaurant => ({ restaurant, ...scoreOf(restaurant) })).sort(byRank)
}

/** How much these people would like a place, as a group. */
async function groupScores(db: Db, learned: Taste | null, userIds: readonly number[]) {
  const group = await Promise.all(userIds.map(id => preferencesOf(db, learned, id)))
  return (place: Pick<Row<'restaurants'>, 'id' | 'ratingCount'>) =>
    scoreForGroup(group.map(({ stars }) => stars(place)))
}

const averageOf = ({ ratingCount, ratingSum }: Row<'restaurants'>): GroupScore => ({
  mean: ratingCount === 0 ? null : ratingSum / ratingCount,
  least: 0,
})

const byRank = (a: GroupPick, b: GroupPick): number =>
  byScore(a, b) || b.restaurant.ratingCount - a.restaurant.ratingCount

/** How many restaurants a lunch proposes by itself. */
const proposed = 3
/** Proposals are drawn from this share of the restaurants, so that they differ from week to week. */
const goodShare = 0.2

/** Draws three of the restaurants that a group would like best, best first: fewer if there are fewer. */
export async function drawForGroup(deps: GroupDeps, group: Group): Promise<Row<'restaurants'>[]> {
  const fresh = await picksForGroup(deps, group)
  const ranked = fresh.length > 0 ? fresh : await picksForGroup(deps, group, { withVisited: true })
  const drawn = new Set(draw(bestOf(ranked, goodShare, byRank), proposed, below => randomInt(below)))
  return ranked.filter(restaurant => drawn.has(restaurant)).map(({ restaurant }) => restaurant)
}
