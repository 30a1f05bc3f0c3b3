import { randomInt } from 'node:crypto'
import { draw } from '#features/lunches/lunch-arrival.ts'
import { mayBeOpen } from '#features/restaurants/opening/arrival.ts'
import { withLists } from '#features/restaurants/server/list-columns.ts'
import { readNumberSetting } from '#features/settings/server/settings-store.ts'
import { byScore, type GroupScore, scoreForGroup } from '#features/taste/group-order.ts'
import { preferencesOf } from '#features/taste/server/taste.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'

type GroupDeps = Pick<Deps, 'config' | 'db' | 'now' | 'taste'>
type Group = { campusCode: string; userIds: number[]; leavesAt: Date }

/** Its mean is of the stars that the group would give or, failing that, of those that the staff gave. */
export type GroupPick = GroupScore & { restaurant: Row<'restaurants'> }

/**
 * The restaurants of a campus where a group may go, best first: enabled, hidden by none of them, not known to be closed
 * on arrival, and, unless `withVisited`, not visited by people of the campus within the setting `avoid_days`.
 */
export async function picksForGroup(
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
  const isForGroup = userIds.length >= 3 && learned !== null && learned.index.size > 0
  const group = isForGroup ? await Promise.all(userIds.map(id => preferencesOf(db, learned, id))) : []
  const scored = restaurants.map(restaurant => ({
    restaurant,
    ...(isForGroup ? scoreForGroup(group.map(({ stars }) => stars(restaurant))) : averageOf(restaurant)),
  }))
  return scored.sort(byRank)
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
  const last = ranked[Math.max(proposed, Math.ceil(ranked.length * goodShare)) - 1]
  const good = last ? ranked.filter(restaurant => byRank(restaurant, last) <= 0) : ranked
  const drawn = new Set(draw(good, proposed, below => randomInt(below)))
  return ranked.filter(restaurant => drawn.has(restaurant)).map(({ restaurant }) => restaurant)
}
