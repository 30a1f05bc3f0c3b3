import type { Restaurant } from '#contract/restaurants.ts'
import { average } from '#domain/ratings.ts'
import { type TeamRatingField, teamRatingField } from '#domain/team-ratings.ts'
import type { Db, RestaurantRow } from '#server/database/schema.ts'
import { readTeamRatingNames } from '#server/features/settings/settings-store.ts'
import { cardImageUrl, imageUrl } from '#server/images/image-url.ts'
import { listTeamRatings, type TeamRatingRow } from './team-ratings-store.ts'

/** Restaurants as the API shows them, in the order of the rows: two statements, however many there are. */
export async function presentRestaurants(db: Db, rows: RestaurantRow[]): Promise<Restaurant[]> {
  const names = await readTeamRatingNames(db)
  const ids = rows.map(row => row.id)
  const ratings = Map.groupBy(await listTeamRatings(db, ids), rating => rating.restaurantId)
  return rows.map(row => present(row, names, ratings.get(row.id) ?? []))
}

export async function presentRestaurant(db: Db, row: RestaurantRow): Promise<Restaurant> {
  return present(row, await readTeamRatingNames(db), await listTeamRatings(db, [row.id]))
}

function present(row: RestaurantRow, names: string[], teamRatings: TeamRatingRow[]): Restaurant {
  const { imageHash, ratingSum, ...restaurant } = row
  const team: Record<TeamRatingField, number> = {}
  for (const name of names) team[teamRatingField(name)] = 0
  for (const { name, value } of teamRatings) if (names.includes(name)) team[teamRatingField(name)] = value
  return {
    ...team,
    ...restaurant,
    imageUrl: imageUrl(imageHash),
    cardImageUrl: cardImageUrl(imageHash),
    avgRating: average(ratingSum, row.ratingCount),
  }
}
