import type { Deps } from '#server/deps.ts'
import { type EncodedImage, encodeImage } from '#server/images/encode-image.ts'
import { type Deadline, deadlineIn, type Yelp } from '#server/integrations/yelp.ts'
import type { ImportRow } from './duplicates.ts'
import { NamedPlace, placeOf, toFacts } from './read-business.ts'

type Facts = ReturnType<typeof toFacts>

/** What becomes of one id; the facts are there once Yelp was asked. */
export type YelpRow = ImportRow & { yelpId: string; facts?: Facts; photoUrl?: string; photo?: EncodedImage }

const atOnce = 4

/** Asks Yelp for the new ones; throws ServiceError where it fails. */
export async function readBusinesses(yelp: Yelp, rows: YelpRow[]): Promise<YelpRow[]> {
  const until = deadlineIn(yelp.timeLimit)
  return mapSome(rows, row => (row.status === 'new' ? readBusiness(yelp, row, until) : Promise.resolve(row)))
}

/** Fetches the photos of the new ones. A restaurant whose photo can't be had is one without. */
export async function addPhotos({ log }: Pick<Deps, 'log'>, yelp: Yelp, rows: YelpRow[]): Promise<YelpRow[]> {
  const { signal } = deadlineIn(yelp.timeLimit)
  return mapSome(rows, async row => {
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

async function readBusiness(yelp: Yelp, row: YelpRow, until: Deadline): Promise<YelpRow> {
  const faulty = (message: string): YelpRow => ({ ...row, status: 'faulty', message })
  const business = await yelp.getDetails(row.yelpId, until)
  if (!business) return faulty(`Yelp tells nothing of a restaurant with the id “${row.yelpId}”`)
  const { success, data, error } = NamedPlace.safeParse(placeOf(business))
  if (!success) return faulty(`“${business.name}”: ${error.issues[0]?.message}`)
  if (business.is_closed) return faulty(`“${data.name}” has closed for good`)
  const photoUrl = business.image_url || business.photos?.[0]
  return {
    ...row,
    ...data,
    // Under another id it could be asked for, and imported, twice.
    facts: { ...toFacts(business), yelpId: row.yelpId },
    ...(photoUrl && { photoUrl }),
  }
}

/** A few at a time, in order; when one fails, no further one is begun. */
async function mapSome<From, To>(items: From[], change: (item: From) => Promise<To>): Promise<To[]> {
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
  await Promise.all(Array.from({ length: atOnce }, guarded))
  return results
}
