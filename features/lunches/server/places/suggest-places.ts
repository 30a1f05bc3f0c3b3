import { minPeople } from '#kit/rules/min-people.ts'
import { readDietsColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { Lunch } from '../../contract.ts'
import type { LunchSuggestion } from '../../lunch-suggestions-contract.ts'
import { requireOpenVote, requireUpcoming } from '../lock-lunches.ts'
import { listLunchPeople } from '../lunch-people-store.ts'
import { meetsDiets, sharedDiets } from './group-diets.ts'
import { type GroupPlace, placesForGroup } from './places-for-group.ts'

/** With fewer people, the reasons would tell whose ratings are alike. */
const minGroup = 3
const maxSuggestions = 3

/** Suggests places for an open vote to someone who is in the lunch. */
export async function suggestPlaces(deps: Deps, lunch: Lunch, viewer: Viewer): Promise<LunchSuggestion[]> {
  const userIds = lunch.people.map(({ id }) => id)
  if (!userIds.includes(viewer.id)) throw forbidden('Join this lunch to get suggestions')
  requireUpcoming(lunch, deps.now().toISOString())
  requireOpenVote(lunch)
  const options = new Set(lunch.options.map(({ restaurantId }) => restaurantId))
  const { campusCode, leavesAt } = lunch
  const found = await placesForGroup(deps, { campusCode, userIds, leavesAt: new Date(leavesAt) })
  const others = found.filter(({ place }) => !options.has(place.id))
  const shared = sharedDiets(await listLunchPeople(deps.db, [lunch.id]))
  const fitting = others.filter(({ place }) => meetsDiets(readDietsColumn(place.diets), shared))
  // If nothing fits, it is as if no one shared a diet.
  const best = (fitting.length > 0 ? fitting : others).slice(0, maxSuggestions)
  const reasonsOf = await findReasons(deps, userIds)
  return best.map(each => ({
    restaurantId: each.place.id,
    expected: each.mean === null ? null : Math.round(each.mean * 10) / 10,
    reasons: reasonsOf(each),
    ...(fitting.length > 0 && { fitsDiets: true as const }),
  }))
}

/** How many colleagues who rate as these people do liked a place, or else of how many ratings its average is. */
async function findReasons(
  { taste }: Deps,
  userIds: readonly number[],
): Promise<(place: GroupPlace) => LunchSuggestion['reasons']> {
  const learned = userIds.length >= minGroup ? await taste() : null
  const alike = new Set(userIds.flatMap(id => learned?.neighbors.people.get(id) ?? []))
  const likes = [...alike].flatMap(id => learned?.neighbors.likes.get(id) ?? [])
  return ({ place: { id, ratingCount } }) => {
    const count = likes.filter(liked => liked.includes(id)).length
    // The place may have lost ratings since they were counted.
    if (count >= minPeople && ratingCount >= minPeople) return [{ kind: 'people', count }]
    return ratingCount > 0 ? [{ kind: 'average', count: ratingCount }] : []
  }
}
