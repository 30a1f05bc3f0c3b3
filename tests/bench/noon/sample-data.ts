import { hashPassword } from '#server/auth/passwords.ts'
import type { Deps } from '#server/deps.ts'
import { campuses } from '#server/features/installation/first-data.ts'
import { picture } from '#server/testing/pictures.ts'
import { addPictures } from '../../reliability/fill.ts'
import { type DataSize, fillPlaces, fillRatings, type Person, signIn } from '../fill.ts'

/** The data that the simulated people know before a measurement begins. */
export type SampleData = {
  people: (Person & { campusCode: string; network: string; email: string })[]
  admin: Person & { network: string }
  campuses: Map<string, { places: number[]; pictures: string[] }>
  /** Original photos, before the server shrinks them. */
  photos: Buffer[]
}

export type Size = { staff: number; restaurants: number; ratings: number; signedIn: number }

const password = 'at noon everybody'
const campusCodes = [...campuses.map(({ code }) => code), 'fifteenth']

/** Fills a prepared, empty installation with fifteen campuses and a photo for each restaurant. */
export async function fillSampleData({ db }: Pick<Deps, 'db'>, size: Size): Promise<SampleData> {
  const coordinates = { latitude: 35.5, longitude: -82.5 }
  await db
    .insertInto('campuses')
    .values({
      code: 'fifteenth',
      name: 'Fifteenth',
      address: 'Sampletown, NC 28700',
      ...coordinates,
      position: 15,
    })
    .execute()
  const dataSize: DataSize = {
    staff: size.staff,
    campuses: campusCodes.map(campusCode => ({
      campusCode,
      restaurants: Math.round(size.restaurants / campusCodes.length),
    })),
  }
  const signedIn = await fillPlaces(db, { size: dataSize, signedIn: size.signedIn })
  await fillRatings(db, size.ratings, dataSize)
  const hashes = await addPictures({ db }, 40)
  for (const [i, imageHash] of hashes.entries())
    await db
      .updateTable('restaurants')
      .set({ imageHash })
      .where(eb => eb(eb('id', '%', hashes.length), '=', i))
      .execute()
  // All people share one hash; checking a password costs the same.
  await db
    .updateTable('users')
    .set({ passwordHash: await hashPassword(password) })
    .execute()

  const users = new Map(
    (await db.selectFrom('users').select(['id', 'email', 'campusCode']).execute()).map(user => [
      user.id,
      user,
    ]),
  )
  const rows = await db.selectFrom('restaurants').select(['id', 'campusCode', 'imageHash']).execute()
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('isPrimaryAdmin', '=', true)
    .executeTakeFirstOrThrow()
  return {
    people: signedIn.map(person => {
      const { email = '', campusCode = '' } = users.get(person.id) ?? {}
      return { ...person, email, campusCode, network: networkOf(campusCode) }
    }),
    admin: { ...(await signIn(db, id)), network: networkOf(campusCodes[0] ?? '') },
    campuses: new Map(
      campusCodes.map(code => {
        const here = rows.filter(({ campusCode }) => campusCode === code)
        return [code, { places: here.map(row => row.id), pictures: here.flatMap(row => row.imageHash ?? []) }]
      }),
    ),
    photos: await Promise.all(
      ['#c2410c', '#15803d', '#1d4ed8', '#a16207', '#be185d', '#0f766e'].map(background =>
        noisyPhoto(background, 1600),
      ),
    ),
  }
}

/** All people of a campus share one address; the loopback network has many. */
const networkOf = (campusCode: string) => `127.0.1.${campusCodes.indexOf(campusCode) + 1}`

/** A photo that does not compress well: about 1 MB at 1,600 pixels. */
const noisyPhoto = (background: string, width: number) =>
  picture({ width, height: Math.round(width * 0.75), background })
    .composite([
      {
        input: {
          create: {
            width,
            height: Math.round(width * 0.75),
            channels: 3,
            background,
            noise: { type: 'gaussian', mean: 128, sigma: 30 },
          },
        },
        blend: 'overlay',
      },
    ])
    .jpeg({ quality: 90 })
    .toBuffer()
