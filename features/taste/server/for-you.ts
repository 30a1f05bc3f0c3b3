import type { Reply } from '#kit/contract/endpoint.ts'
import { minPeople } from '#kit/rules/min-people.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { ForYouPlace, getForYou } from '../contract.ts'
import { countLikes, liked } from '../neighbors.ts'
import type { PlacesToSuggest } from './places-to-suggest.ts'
import { listStarsOf, starPredictor, type Taste } from './taste.ts'

/** With fewer ratings, an estimate would say more about everyone else than about the user. */
const minRatings = 5

type ForYou = Pick<Reply<typeof getForYou>, 'ready' | 'needed' | 'places'>
type OwnStars = { restaurantId: number; value: number }

/**
 * Estimates a user's ratings of the places near a campus that they have neither rated nor hidden, highest first.
 * It reads only the user's own rows and what was learned: what is cached of it must not change with every rating.
 */
export async function forYou(
  { db, taste, places }: { db: Db; taste: Deps['taste']; places: PlacesToSuggest },
  campusCode: string,
  userId: number,
  hidden: readonly number[],
): Promise<ForYou> {
  const own = await listStarsOf(db, userId)
  const needed = Math.max(0, minRatings - own.length)
  if (needed > 0) return { ready: false, needed, places: [] }
  const learned = await taste(db)
  const known = new Set([...own.map(({ restaurantId }) => restaurantId), ...hidden])
  const stars = starPredictor(learned, own)
  const reasonOf = findReasons({ places, userId, own, learned })
  const ranked = places
    .nearCampus(campusCode)
    .filter(({ id }) => !known.has(id))
    .map(place => ({ place, stars: stars(place) }))
    .sort((a, b) => b.stars - a.stars || a.place.id - b.place.id)
    .map(({ place, stars }) => ({
      restaurantId: place.id,
      expected: Math.round(stars * 10) / 10,
      reason: reasonOf(place),
    }))
  return { ready: true, needed: 0, places: ranked }
}

function findReasons({
  places,
  userId,
  own,
  learned,
}: {
  places: PlacesToSuggest
  userId: number
  own: OwnStars[]
  learned: Taste | null
}): (place: { id: number; ratingCount: number }) => ForYouPlace['reason'] {
  if (!learned) return () => ({ kind: 'average' })
  const likes = countLikes(learned.neighbors, userId)
  const ownLikes = new Set(own.filter(({ value }) => value >= liked).map(({ restaurantId }) => restaurantId))
  return ({ id, ratingCount }) => {
    const count = likes.get(id) ?? 0
    // The place may have lost ratings since they were counted.
    if (count >= minPeople && ratingCount >= minPeople) return { kind: 'people', count }
    const link = learned.neighbors.places.get(id)?.find(other => ownLikes.has(other))
    const name = link !== undefined && places.names.get(link)
    return name ? { kind: 'place', restaurantId: link as number, name } : { kind: 'average' }
  }
}
