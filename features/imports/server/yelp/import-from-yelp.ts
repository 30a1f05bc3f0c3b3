import type { Actor } from '#features/audit/server/record-audit.ts'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import { saveImage } from '#features/images/server/images-store.ts'
import { listPlaces } from '#features/restaurants/server/restaurants-store.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import type { ImportResult } from '#kit/contract/import-fields.ts'
import { placedAt, unplaced } from '#kit/rules/distance.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalidCampus } from '#kit/server/http/errors.ts'
import type { importFromYelp } from '../../yelp-contract.ts'
import { markDuplicates, type Place } from '../duplicates.ts'
import { type InBatches, inOneBatch } from '../runs/in-batches.ts'
import type { BackgroundRun } from '../runs/record-import.ts'
import { type Import, type WriteDeps, writeImport } from '../runs/write-import.ts'
import { addPhotos, readBusinesses, type YelpRow } from './read-businesses.ts'
import type { Yelp } from './yelp.ts'

/** Imports the chosen restaurants with their data from Yelp, or none if Yelp fails: at once, or as a run. */
export async function importBusinesses(
  deps: WriteDeps & Pick<Deps, 'log'>,
  yelp: Yelp,
  requested: Wanted,
  by: Actor,
  background?: BackgroundRun,
): Promise<ImportResult> {
  const found = await fetchFromYelp(deps, yelp, requested, background?.inBatches)
  const { ids: _, ...result } = await writeImport(deps, found, by, background)
  return result
}

type Wanted = Body<typeof importFromYelp>

/** Fetches restaurants and their photos from Yelp. Each part of `inBatches` has its own deadlines. */
async function fetchFromYelp(
  deps: Pick<Deps, 'db' | 'log'>,
  yelp: Yelp,
  { yelpIds, campusCode }: Wanted,
  inBatches: InBatches = inOneBatch,
): Promise<Import<YelpRow>> {
  const { db } = deps
  if (!(await findCampusByCode(db, campusCode))) throw invalidCampus()
  const known = await listPlaces(db, [campusCode])
  const rows: YelpRow[] = []
  await inBatches(rowsOf(yelpIds, known), async part => {
    const read = await markDuplicates([...rows, ...(await readBusinesses(yelp, part))], known)
    rows.push(...(await addPhotos(deps, yelp, read.slice(rows.length))))
  })
  return {
    source: 'yelp',
    campusCode,
    from: 'Yelp',
    rows: async tx => markDuplicates(rows, await listPlaces(tx, [campusCode])),
    toRestaurant,
    writeExtras: async (tx, added, createdAt) => {
      for (const { photo } of added) if (photo) await saveImage(tx, { ...photo, createdAt })
    },
  }
}

/** One row per id. Ids that exist already or are repeated become duplicates, so Yelp is not asked for them. */
function rowsOf(yelpIds: string[], known: Place[]): YelpRow[] {
  const seen = new Set(known.map(({ yelpId }) => yelpId))
  return yelpIds.map((yelpId, index) => {
    const status = seen.has(yelpId) ? 'duplicate' : 'new'
    seen.add(yelpId)
    return { row: index + 1, yelpId, status, name: '', address: '' }
  })
}

function toRestaurant({ name, address, details, photo }: YelpRow, campus: Row<'campuses'>, time: string) {
  if (!details) return undefined
  const { point, ...columns } = details
  return {
    name,
    address,
    campusCode: campus.code,
    ...columns,
    imageHash: photo?.hash ?? null,
    ...(point ? placedAt(campus, point) : unplaced),
    createdAt: time,
    updatedAt: time,
  }
}
