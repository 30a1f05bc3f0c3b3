import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { requireCampus } from '#features/campuses/server/campuses-store.ts'
import { readNumberSetting } from '#features/settings/server/settings-store.ts'
import { enterLunchVisits } from '#features/visits/server/enter-visits.ts'
import { readRecentVisits } from '#features/visits/server/present-visits.ts'
import { listHiddenIds } from '#features/visits/server/visits-api.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { minPeople } from '#kit/rules/min-people.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readOwnerVersion } from '#kit/server/database/versions.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { cachedReply } from '#kit/server/http/serve-cached.ts'
import type { CacheOptions } from '#kit/server/jobs/versioned-cache.ts'
import { type ForYouPlace, getForYou } from '../contract.ts'
import { countLikes, liked } from '../neighbors.ts'
import { listStarsOf, type OwnStars, starPredictor, type Taste } from './taste.ts'

export function tasteApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, config } = deps

  const handleForYou = async (call: Call<typeof getForYou>) => {
    const { campusCode } = call.params
    const { id, ownVersion } = call.viewer
    // Visits that are entered only now are not among those of the version that came with the session.
    const owner = {
      id,
      ownVersion: (await enterLunchVisits(deps)) ? await readOwnerVersion(db, id) : ownVersion,
    }
    const versions = await deps.cache.readVersions()
    const places = await readPlacesToSuggest(deps, versions)
    const today = localDate(now(), config.timeZone)
    const make = async ({ db }: { db: Db }) => {
      await requireCampus(db, campusCode)
      const hidden = await listHiddenIds(db, id)
      const avoidDays = await readNumberSetting(db, 'avoid_days')
      return {
        ...(await forYou({ db, taste: deps.taste, places }, campusCode, id, hidden)),
        avoidDays,
        hidden,
        ...(await readRecentVisits(db, { userId: id, today, timeZone: config.timeZone, avoidDays })),
      }
    }
    return cachedReply(deps, getForYou, call, make, {
      owner,
      madeFrom: `${today} ${places.fingerprint}`,
      versions,
    })
  }
  serve(app, getForYou, handleForYou, { hasEtag: true })
}

type PlacesToSuggest = {
  /** The enabled places near a campus, in the order of their ids. */
  nearCampus: (campusCode: string) => readonly Place[]
  names: ReadonlyMap<number, string>
  /** A text that changes with any of this. */
  fingerprint: string
}

type Place = Pick<Row<'restaurants'>, 'id' | 'ratingCount'>

/**
 * What suggestions are made from, of all places. Every rating changes the table, but hardly any changes this: a place
 * is new, changed, disabled or gone, or has enough ratings now, or no longer. So everyone's suggestions, which are made
 * from this instead of the table, stay valid.
 */
function readPlacesToSuggest(
  { cache }: Pick<Deps, 'cache'>,
  versions: CacheOptions<PlacesToSuggest>['versions'],
): Promise<PlacesToSuggest> {
  const sizeOf = ({ names }: PlacesToSuggest) => names.size * 300
  return cache.get('places to suggest', findPlaces, { versions, sizeOf })
}

async function findPlaces(db: Db): Promise<PlacesToSuggest> {
  const all = await db
    .selectFrom('restaurants')
    .select(['id', 'name', 'campusCode', 'disabled', 'ratingCount'])
    .orderBy('id')
    .execute()
  const rows = all.map(({ ratingCount, ...row }) => ({
    ...row,
    // With more ratings nothing changes.
    ratingCount: Math.min(ratingCount, minPeople),
  }))
  const near = Map.groupBy(
    rows.filter(({ disabled }) => !disabled),
    ({ campusCode }) => campusCode,
  )
  return {
    nearCampus: campusCode => near.get(campusCode) ?? [],
    names: new Map(rows.map(({ id, name }) => [id, name])),
    fingerprint: createHash('sha256').update(JSON.stringify(rows)).digest('base64url'),
  }
}

/** With fewer ratings, an estimate would say more about everyone else than about the user. */
const minRatings = 5

type ForYou = Pick<Reply<typeof getForYou>, 'ready' | 'needed' | 'places'>

/**
 * Estimates a user's ratings of the places near a campus that they have neither rated nor hidden, highest first.
 * It reads only the user's own rows and what was learned: what is cached of it must not change with every rating.
 */
async function forYou(
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
  const likes = countLikes(learned.neighbors, [userId])
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
