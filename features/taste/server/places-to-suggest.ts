import { createHash } from 'node:crypto'
import { minPeople } from '#kit/rules/min-people.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { CacheOptions } from '#kit/server/jobs/versioned-cache.ts'

export type PlacesToSuggest = {
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
export function readPlacesToSuggest(
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
