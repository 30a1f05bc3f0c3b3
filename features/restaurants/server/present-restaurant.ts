import { cardImageUrl, imageUrl } from '#features/images/server/image-url.ts'
import { readTeamRatingNames } from '#features/settings/server/settings-store.ts'
import { average } from '#kit/rules/stars.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Restaurant } from '../contract.ts'
import { type TeamRatingField, teamRatingField } from '../team-ratings.ts'
import { withLists } from './list-columns.ts'

/** Restaurants as the API shows them, in the order of the rows, with two statements for any number of restaurants. */
export async function presentRestaurants(db: Db, rows: Row<'restaurants'>[]): Promise<Restaurant[]> {
  const unrated = await unratedTeam(db)
  const ids = rows.map(row => row.id)
  const ratings = Map.groupBy(
    await list(db, 'teamRatings', { restaurantId: ids }),
    rating => rating.restaurantId,
  )
  return rows.map(row => present(row, unrated, ratings.get(row.id) ?? []))
}

/** These rows, each with its restaurant as the API shows it; null if that was deleted. */
export async function withRestaurants<Of extends { restaurantId: number }>(
  db: Db,
  rows: readonly Of[],
): Promise<(Of & { restaurant: Restaurant | null })[]> {
  if (rows.length === 0) return []
  const ids = new Set(rows.map(({ restaurantId }) => restaurantId))
  const shown = await presentRestaurants(db, await list(db, 'restaurants', { id: [...ids] }))
  const byId = new Map(shown.map(restaurant => [restaurant.id, restaurant]))
  return rows.map(row => ({ ...row, restaurant: byId.get(row.restaurantId) ?? null }))
}

export async function presentRestaurant(db: Db, row: Row<'restaurants'>): Promise<Restaurant> {
  return present(row, await unratedTeam(db), await list(db, 'teamRatings', { restaurantId: row.id }))
}

type Team = Record<TeamRatingField, number>

async function unratedTeam(db: Db): Promise<Team> {
  const names = await readTeamRatingNames(db)
  return Object.fromEntries(names.map(name => [teamRatingField(name), 0]))
}

function present(row: Row<'restaurants'>, unrated: Team, teamRatings: Row<'teamRatings'>[]): Restaurant {
  const { imageHash, ratingSum, ratingSquares, ...restaurant } = withLists(row)
  const team = { ...unrated }
  for (const { name, value } of teamRatings)
    if (teamRatingField(name) in unrated) team[teamRatingField(name)] = value
  return {
    ...team,
    ...restaurant,
    imageUrl: imageUrl(imageHash),
    cardImageUrl: cardImageUrl(imageHash),
    avgRating: average(ratingSum, row.ratingCount),
  }
}
