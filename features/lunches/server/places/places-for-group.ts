import { randomInt } from 'node:crypto'
import { mayBeOpen } from '#features/restaurants/opening/arrival.ts'
import { withLists } from '#features/restaurants/server/list-columns.ts'
import { readNumberSetting } from '#features/settings/server/settings-store.ts'
import { byScore, type GroupScore, scoreForGroup } from '#features/taste/group-order.ts'
import { preferencesOf } from '#features/taste/server/taste.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { draw } from '../../lunch-arrival.ts'

type GroupDeps = Pick<Deps, 'config' | 'db' | 'now' | 'taste'>
type Group = { campusCode: string; userIds: number[]; leavesAt: Date }

/** Its mean is of the stars that the group would give or, failing that, of those that the staff gave. */
export type GroupPlace = GroupScore & { place: Row<'restaurants'> }

/**
 * The places of a campus where a group may go, best first: enabled, hidden by none of them, not known to be closed
 * on arrival, and, unless `withVisited`, not visited by people of the campus within the setting `avoid_days`.
 */
export async function placesForGroup(
  deps: GroupDeps,
  { campusCode, userIds, leavesAt }: Group,
  { withVisited = false } = {},
): Promise<GroupPlace[]> {
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
  const places = (await list(db, 'restaurants', { campusCode }, { order: ['id'] })).filter(
    row => !row.disabled && !hidden.has(row.id) && !visited.has(row.id) && isOpen(withLists(row)),
  )
  return orderPlacesForGroup(deps, places, userIds)
}

/** With fewer than three people, or before anything was learned, the staff's averages decide. */
async function orderPlacesForGroup(
  { db, taste }: GroupDeps,
  places: Row<'restaurants'>[],
  userIds: number[],
): Promise<GroupPlace[]> {
  const learned = await taste()
  // While no place has enough ratings, the model knows none.
  const isForGroup = userIds.length >= 3 && learned !== null && learned.index.size > 0
  const group = isForGroup ? await Promise.all(userIds.map(id => preferencesOf(db, learned, id))) : []
  const scored = places.map(place => ({
    place,
    ...(isForGroup ? scoreForGroup(group.map(({ stars }) => stars(place))) : averageOf(place)),
  }))
  return scored.sort(byRank)
}

const averageOf = ({ ratingCount, ratingSum }: Row<'restaurants'>): GroupScore => ({
  mean: ratingCount === 0 ? null : ratingSum / ratingCount,
  least: 0,
})

const byRank = (a: GroupPlace, b: GroupPlace): number =>
  byScore(a, b) || b.place.ratingCount - a.place.ratingCount

/** How many places a lunch proposes by itself. */
const proposed = 3
/** Proposals are drawn from this share of the places, so that they differ from week to week. */
const goodShare = 0.2

/** Draws three of the places that a group would like best, best first: fewer if there are fewer. */
export async function drawForGroup(deps: GroupDeps, group: Group): Promise<Row<'restaurants'>[]> {
  const fresh = await placesForGroup(deps, group)
  const ranked = fresh.length > 0 ? fresh : await placesForGroup(deps, group, { withVisited: true })
  const last = ranked[Math.max(proposed, Math.ceil(ranked.length * goodShare)) - 1]
  const good = last ? ranked.filter(place => byRank(place, last) <= 0) : ranked
  const drawn = new Set(draw(good, proposed, below => randomInt(below)))
  return ranked.filter(place => drawn.has(place)).map(({ place }) => place)
}
