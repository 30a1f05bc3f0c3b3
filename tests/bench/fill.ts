import { sql } from 'kysely'
import { departments } from '#features/installation/server/first-data.ts'
import { readStarterRestaurants } from '#features/installation/server/prepare-installation.ts'
import { days } from '#kit/rules/units.ts'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import { insertAll } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { startSession } from '#tests/support/calls/caller.ts'

/** The number of restaurants of each campus in the benchmark. */
export const campusSizes = [
  { campusCode: 'arden', restaurants: 60 },
  { campusCode: 'brevard', restaurants: 300 },
] as const

/** The amount of data. */
export type DataSize = {
  staff: number
  campuses: readonly { campusCode: string; restaurants: number }[]
  ratings: number
  /** How many of the people have a session. */
  signedIn: number
}

const time = '2026-01-01T12:00:00.000Z'

export type Person = { id: number; cookie: string }
export type Staff = Person & { email: string; campusCode: string }

/** Fills a prepared, empty installation with people, restaurants and ratings; returns the people signed in. */
export async function fillPlaces(deps: Pick<Deps, 'db' | 'now'>, size: DataSize): Promise<Staff[]> {
  const { db } = deps
  const { staff, campuses } = size
  const people = Array.from({ length: staff }, (_, i) => ({
    firstName: `First${i}`,
    lastName: `Last${i}`,
    username: `person${i}`,
    email: `person${i}@example.org`,
    passwordHash: '',
    campusCode: campuses[i % campuses.length]?.campusCode ?? '',
    department: departments[i % departments.length] ?? departments[0],
    role: 'user' as const,
    imageHash: null,
    isVerified: true,
    canLogin: true,
    isPrimaryAdmin: false,
    createdAt: time,
  }))
  const users = await insertAll(db, 'users', people, ['id', 'email', 'campusCode'])
  const known = await readStarterRestaurants(time)
  const places = campuses.flatMap(({ campusCode, restaurants }) =>
    Array.from({ length: restaurants }, (_, i) => placeOf(campusCode, i, known)),
  )
  const restaurants = await insertAll(db, 'restaurants', places, ['id'])
  await fillRatings(db, users, restaurants, size.ratings)
  const first = users.toSorted((a, b) => a.id - b.id).slice(0, size.signedIn)
  return Promise.all(first.map(async user => ({ ...user, cookie: await startSession(deps, user.id) })))
}

type Places = Awaited<ReturnType<typeof readStarterRestaurants>>

/** Repeats real names and addresses with a number, and adds realistic details. */
function placeOf(campusCode: string, i: number, places: Places) {
  const place = places[(i * 7) % places.length]
  const again = Math.floor(i / places.length)
  return {
    ...place,
    name: again > 0 ? `${place?.name} ${again + 1}` : (place?.name ?? ''),
    address: place?.address ?? '',
    campusCode,
    price: (['$', '$$', '$$$'] as const)[i % 3] ?? '$',
    hours: `Mon-Sat ${10 + (i % 2)} AM - ${7 + (i % 4)} PM`,
    phone: `(828) 555-0${100 + (i % 900)}`,
    websiteUrl: `https://place${i}.example.org/menu`,
    distance: (i % 90) / 10,
    travelTime: i % 20,
    latitude: 35.3 + ((i * 7919) % 4000) / 10_000,
    longitude: -82.3 - ((i * 104_729) % 4000) / 10_000,
    createdAt: time,
    updatedAt: time,
  }
}

/** Adds ratings, spread evenly over people, restaurants and the last half year; every twentieth has a comment. */
async function fillRatings(db: Db, users: { id: number }[], restaurants: { id: number }[], count: number) {
  const each = Math.ceil(count / users.length)
  const times = Array.from({ length: 26 }, (_, week) => new Date(Date.now() - week * 7 * days).toISOString())
  for (const { id: userId } of users) {
    const rated = restaurants.filter(({ id }) => (id + userId * 37) % restaurants.length < each)
    const ratings = rated.map(({ id: restaurantId }) => {
      const time = times[(userId * 31 + restaurantId * 17) % times.length] ?? ''
      return {
        userId,
        restaurantId,
        value: 1 + ((userId * 3 + restaurantId * 7) % 5),
        comment: (userId * 13 + restaurantId * 7) % 20 === 0 ? 'Great pizza, slow at noon.' : null,
        createdAt: time,
        updatedAt: time,
      }
    })
    await insertAll(db, 'ratings', ratings)
  }
  // PostgreSQL does this itself within a minute after so many inserts: an index-only count then need not read
  // the rows.
  if (engineOf(db) === 'postgres') await sql`vacuum ratings`.execute(db)
  await sql`analyze`.execute(db)
}
