import type { Reply } from '#kit/contract/endpoint.ts'
import type { Deps } from '#kit/server/deps.ts'
import { sortedBy } from '#kit/server/http/sorting.ts'
import type { listUnlocated } from '../contract.ts'
import { findRun, listFailures } from './distance-runs-store.ts'

const turnedOff = 'Addresses aren’t located on this server.'
const notYet = 'This address has not been located yet.'

/** The restaurants without a position, sorted by name, each with the reason. Excludes those that a run is to locate. */
export async function readUnlocated({
  db,
  geocoder,
}: Pick<Deps, 'db' | 'geocoder'>): Promise<Reply<typeof listUnlocated>> {
  const run = await findRun(db)
  const failures = run ? await listFailures(db, run.id) : []
  const reasons = new Map(failures.map(({ restaurantId, message }) => [restaurantId, message]))
  const waiting = new Set(run?.isRunning ? run.remaining : [])
  const unlocated = await db
    .selectFrom('restaurants')
    .select(['id', 'name', 'address'])
    .where(eb => eb.or([eb('latitude', 'is', null), eb('longitude', 'is', null)]))
    .orderBy('id')
    .execute()
  const left = unlocated.filter(({ id }) => !waiting.has(id))
  const rows = sortedBy(left, 'asc', ({ name }) => name)
  return {
    isLocating: run?.isRunning ?? false,
    restaurants: rows.map(({ id, name, address }) => ({
      restaurantId: id,
      name,
      address,
      message: reasons.get(id) ?? (geocoder ? notYet : turnedOff),
    })),
  }
}
