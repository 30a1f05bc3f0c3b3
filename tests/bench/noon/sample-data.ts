import { campuses } from '#features/installation/server/first-data.ts'
import type { Deps } from '#kit/server/deps.ts'
import { addPictures } from '#tests/support/databases/fill.ts'
import { fillPlaces, type Staff } from '../fill.ts'

/** The data that the simulated people know before a measurement begins. */
export type SampleData = {
  people: (Staff & { network: string })[]
  campuses: Map<string, { places: number[]; pictures: string[] }>
}

export type Size = { staff: number; restaurants: number; ratings: number; signedIn: number }

const campusCodes: string[] = campuses.map(({ code }) => code)

/** Fills a prepared, empty installation: all campuses, and a photo for each restaurant. */
export async function fillSampleData(deps: Deps, size: Size): Promise<SampleData> {
  const { db } = deps
  const restaurants = Math.round(size.restaurants / campusCodes.length)
  const signedIn = await fillPlaces(deps, {
    ...size,
    campuses: campusCodes.map(campusCode => ({ campusCode, restaurants })),
  })
  const hashes = await addPictures({ db }, 40)
  for (const [i, imageHash] of hashes.entries())
    await db
      .updateTable('restaurants')
      .set({ imageHash })
      .where(eb => eb(eb('id', '%', hashes.length), '=', i))
      .execute()
  const rows = await db.selectFrom('restaurants').select(['id', 'campusCode', 'imageHash']).execute()
  return {
    people: signedIn.map(person => ({ ...person, network: networkOf(person.campusCode) })),
    campuses: new Map(
      campusCodes.map(code => {
        const here = rows.filter(({ campusCode }) => campusCode === code)
        return [code, { places: here.map(row => row.id), pictures: here.flatMap(row => row.imageHash ?? []) }]
      }),
    ),
  }
}

/** All people of a campus share one address; the loopback network has many. */
const networkOf = (campusCode: string) =>
  `127.0.1.${campuses.findIndex(({ code }) => code === campusCode) + 1}`
