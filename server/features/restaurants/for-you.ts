import type { Reply } from '#contract/endpoint.ts'
import type { ForYouPlace, getForYou } from '#contract/taste.ts'
import { minPeople } from '#domain/taste/model.ts'
import { liked } from '#domain/taste/neighbors.ts'
import { listRestaurantRowsOfCampus } from '#server/data/restaurants-store.ts'
import { countLikes, listNames, listStarsOf } from '#server/data/taste-store.ts'
import type { RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { starPredictor, type Taste } from '#server/taste/taste.ts'

/** With fewer ratings, an estimate would say more about everyone else than about the user. */
const minRatings = 5

type ForYou = Pick<Reply<typeof getForYou>, 'ready' | 'needed' | 'places'>
type OwnStars = { restaurantId: number; value: number }

/** Estimates a user's ratings of the places near a campus that they have neither rated nor hidden, highest first. */
export async function forYou(
  { db, taste }: Deps,
  campusCode: string,
  userId: number,
  hidden: readonly number[],
): Promise<ForYou> {
  const own = await listStarsOf(db, userId)
  const needed = Math.max(0, minRatings - own.length)
  if (needed > 0) return { ready: false, needed, places: [] }
  const learned = await taste()
  const known = new Set([...own.map(({ restaurantId }) => restaurantId), ...hidden])
  const rows = (await listRestaurantRowsOfCampus(db, campusCode)).filter(
    row => !row.disabled && !known.has(row.id),
  )
  const stars = starPredictor(learned, own)
  const ranked = rows
    .map(row => ({ row, stars: stars(row) }))
    .sort((a, b) => b.stars - a.stars || a.row.id - b.row.id)
  const reasonOf = await findReasons({ db }, { rows, userId, own, learned })
  const places = ranked.map(({ row: { id }, stars }) => ({
    restaurantId: id,
    expected: Math.round(stars * 10) / 10,
    reason: reasonOf(id),
  }))
  return { ready: true, needed: 0, places }
}

async function findReasons(
  { db }: Pick<Deps, 'db'>,
  {
    rows,
    userId,
    own,
    learned,
  }: { rows: RestaurantRow[]; userId: number; own: OwnStars[]; learned: Taste | null },
): Promise<(restaurantId: number) => ForYouPlace['reason']> {
  if (!learned) return () => ({ kind: 'average' })
  const { people, places } = learned.neighbors
  const ids = rows.map(({ id }) => id)
  const likes = await countLikes(db, people.get(userId) ?? [], ids)
  const ownLikes = new Set(own.filter(({ value }) => value >= liked).map(({ restaurantId }) => restaurantId))
  const links = new Map(ids.map(id => [id, places.get(id)?.find(other => ownLikes.has(other))]))
  const names = await listNames(
    db,
    [...links.values()].filter(id => id !== undefined),
  )
  return restaurantId => {
    const count = likes.get(restaurantId) ?? 0
    if (count >= minPeople) return { kind: 'people', count }
    const link = links.get(restaurantId)
    const name = link !== undefined && names.get(link)
    return name ? { kind: 'place', restaurantId: link as number, name } : { kind: 'average' }
  }
}
