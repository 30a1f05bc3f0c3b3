import type { Body } from '#contract/endpoint.ts'
import type { ImportResult } from '#contract/import-fields.ts'
import type { importFromYelp } from '#contract/yelp.ts'
import { placedAt, unplaced } from '#domain/distance.ts'
import type { Actor } from '#server/audit/record-audit.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { saveImage } from '#server/data/images-store.ts'
import { listPlaces } from '#server/data/restaurants-store.ts'
import type { Row } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import type { Yelp } from '#server/integrations/yelp.ts'
import { markDuplicates, type Place } from '../duplicates.ts'
import { type InBatches, inOneBatch } from '../runs/in-batches.ts'
import type { BackgroundRun } from '../runs/record-import.ts'
import { type Import, type WriteDeps, writeImport } from '../runs/write-import.ts'
import { addPhotos, readBusinesses, type YelpRow } from './read-businesses.ts'

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
