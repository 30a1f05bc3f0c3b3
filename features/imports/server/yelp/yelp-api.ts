import type { FastifyInstance } from 'fastify'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { type EncodedImage, encodeImage } from '#features/images/server/encode-image.ts'
import { saveImage } from '#features/images/server/images-store.ts'
import { placedAt, unplaced } from '#features/restaurants/server/position/position-of.ts'
import { listPlaces } from '#features/restaurants/server/restaurants-store.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { importFromYelp, searchYelp, YelpRestaurant } from '../../yelp-contract.ts'
import { type ImportRow, keysOf, markDuplicates, type Place } from '../duplicates.ts'
import { carryOut, type Source } from '../runs/import-run.ts'
import { type NewRestaurants, writeNewRestaurants } from '../runs/new-restaurants.ts'
import { requireYelp } from '../services.ts'
import { NamedPlace, placeOf, toDetails, toSearchResult } from './read-business.ts'
import { type Deadline, deadlineIn, type Yelp } from './yelp.ts'

const fiveMiles = 8047

export function yelpApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, searchYelp, async ({ query: { campusCode, radius = fiveMiles } }) => {
    const yelp = requireYelp(deps)
    const campus = await requireCampus(db, campusCode, invalidCampus)
    const { businesses, total } = await yelp.search(campus, radius)
    const present = new Set((await listPlaces(db, [campusCode])).flatMap(keysOf))
    const restaurants = businesses
      // A business with an id that our API would reject could not be imported.
      .filter(({ id }) => YelpRestaurant.shape.id.safeParse(id).success)
      .map(business => {
        const result = toSearchResult(business, yelp.url)
        const alreadyImported = keysOf({ ...result, yelpId: result.id }).some(key => present.has(key))
        return { ...result, alreadyImported }
      })
    return { restaurants, total: Math.round(total) }
  })

  serve(app, importFromYelp, async call => {
    const { campusCode, yelpIds: ids } = call.body
    return (await carryOut(deps, yelpImport, { campusCode, ids }, call)).result
  })
}

type PlaceDetails = ReturnType<typeof toDetails>

/** The outcome for one id; the details are set once Yelp has been asked. */
type YelpRow = ImportRow & {
  yelpId: string
  details?: PlaceDetails['columns']
  photoUrl?: string
  photo?: EncodedImage
}

/** Adds chosen restaurants with their data and photos from Yelp. Each part has its own deadlines. */
export const yelpImport: Source<{ campusCode: string; ids: string[] }, NewRestaurants<YelpRow>> = {
  look: async (deps, { campusCode, ids }, inParts) => {
    const yelp = requireYelp(deps)
    await requireCampus(deps.db, campusCode, invalidCampus)
    const known = await listPlaces(deps.db, [campusCode])
    const rows: YelpRow[] = []
    await inParts(rowsOf(ids, known), 10, async part => {
      const until = deadlineIn(yelp.timeLimit)
      const found = await mapConcurrently(part, row => readBusiness(yelp, row, until))
      const read = await markDuplicates([...rows, ...found], known)
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
  },
  write: writeNewRestaurants,
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

const concurrency = 4

/** Fetches the new rows' photos. A restaurant whose photo can't be fetched is imported without one. */
async function addPhotos({ log }: Pick<Deps, 'log'>, yelp: Yelp, rows: YelpRow[]): Promise<YelpRow[]> {
  const { signal } = deadlineIn(yelp.timeLimit)
  return mapConcurrently(rows, async row => {
    if (row.status !== 'new' || !row.photoUrl) return row
    try {
      return { ...row, photo: await encodeImage(await yelp.getPhoto(row.photoUrl, signal)) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.info({ yelpId: row.yelpId, reason }, 'a restaurant was imported without its photo')
      return row
    }
  })
}

/** Fetches the details of a new row from Yelp; throws ServiceError if Yelp fails. */
async function readBusiness(yelp: Yelp, row: YelpRow, until: Deadline): Promise<YelpRow> {
  if (row.status !== 'new') return row
  const faulty = (message: string): YelpRow => ({ ...row, status: 'faulty', message })
  const business = await yelp.getDetails(row.yelpId, until)
  if (!business) return faulty(`Yelp has no restaurant with the id “${row.yelpId}”`)
  const { success, data, error } = NamedPlace.safeParse(placeOf(business))
  if (!success) return faulty(`“${business.name}”: ${error.issues[0]?.message}`)
  if (business.is_closed) return faulty(`“${data.name}” has closed permanently`)
  const photoUrl = business.image_url || business.photos?.[0]
  const { columns, remarks } = toDetails(business, data.name)
  return {
    ...row,
    ...data,
    // Yelp may return another id; if that were stored, the restaurant could be imported twice.
    details: { ...columns, yelpId: row.yelpId },
    ...(remarks.length > 0 && { remarks }),
    ...(photoUrl && { photoUrl }),
  }
}

/** Maps a few items at a time and keeps their order; after a failure no further item is started. */
async function mapConcurrently<From, To>(items: From[], change: (item: From) => Promise<To>): Promise<To[]> {
  const results: To[] = []
  const left = items.entries()
  let failed = false
  const worker = async () => {
    for (const [index, item] of left) {
      if (failed) return
      results[index] = await change(item)
    }
  }
  const guarded = () =>
    worker().catch(error => {
      failed = true
      throw error
    })
  await Promise.all(Array.from({ length: concurrency }, guarded))
  return results
}
