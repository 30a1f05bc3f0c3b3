import type { FastifyInstance } from 'fastify'
import { orderOptions } from '#features/lunches/contract.ts'
import { type LunchSuggestion, suggestPlaces } from '#features/lunches/lunch-suggestions-contract.ts'
import { listLunchPeople } from '#features/lunches/server/lunch-people.ts'
import { readLunch } from '#features/lunches/server/read-lunches.ts'
import { requireOpenVote, requireUpcoming } from '#features/lunches/server/requirements.ts'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import { orderForGroup } from '#features/taste/group-order.ts'
import { preferencesOf } from '#features/taste/server/taste.ts'
import { minPeople } from '#kit/rules/min-people.ts'
import { readDietsColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { meetsDiets, sharedDiets } from './group-diets.ts'
import { type GroupPick, picksForGroup } from './group-picks.ts'

/** With fewer people, reasons would tell whose ratings are alike, and the order who likes what. */
const minGroup = 3
const maxSuggestions = 3

/** Which restaurants the people of a lunch would like best as a group. */
export function groupPicksApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, taste } = deps

  serve(app, orderOptions, async ({ params, viewer }) => {
    const { options, people } = await readLunch(deps, params.id, viewer)
    const ids = options.map(({ restaurantId }) => restaurantId)
    if (people.length < minGroup) return { restaurantIds: ids }
    const learned = await taste()
    const rows = await readRestaurantsById(db, ids)
    const group = await Promise.all(people.map(person => preferencesOf(db, learned, person.id)))
    const starsOf = group.map(
      ({ stars }) =>
        (id: number) =>
          stars(rows.get(id) ?? { id, ratingCount: 0 }),
    )
    return { restaurantIds: orderForGroup(ids, starsOf) }
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
  const learned = userIds.length >= minGroup ? await taste() : null
  const alike = new Set(userIds.flatMap(id => learned?.neighbors.people.get(id) ?? []))
  const likes = [...alike].flatMap(id => learned?.neighbors.likes.get(id) ?? [])
  return ({ restaurant: { id, ratingCount } }) => {
    const count = likes.filter(liked => liked.includes(id)).length
    // The restaurant may have lost ratings since they were counted.
    if (count >= minPeople && ratingCount >= minPeople) return [{ kind: 'people', count }]
    return ratingCount > 0 ? [{ kind: 'average', count: ratingCount }] : []
  }
}
