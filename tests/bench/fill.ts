import { sql } from 'kysely'
import { departments } from '#features/installation/server/first-data.ts'
import { readStarterRestaurants } from '#features/installation/server/prepare-installation.ts'
import { days } from '#kit/rules/units.ts'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import { insertAll } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { startSession } from '#tests/support/calls/caller.ts'
import { addPictures } from '#tests/support/databases/fill.ts'
import { rowsOf } from '#tests/support/databases/rows.ts'

/** The amount of data. */
type Size = {
  staff: number
  campuses: readonly { campusCode: string; restaurants: number }[]
  ratings: number
  /** How many of the people have a session. */
  signedIn: number
  /** The photos that the restaurants have in turn. */
  photos?: number
}

export type Place = { id: number; campusCode: string; imageHash: string | null }
/** Someone signed in. */
export type Person = { id: number; campusCode: string; cookie: string }

const time = '2026-01-01T12:00:00.000Z'

/** Fills a prepared, empty installation with people, restaurants and ratings; returns who is signed in, and the places. */
export async function fillPlaces(deps: Pick<Deps, 'db' | 'now'>, size: Size) {
  const { campuses } = size
  const { rowOf } = rowsOf(deps)
  const accounts = Array.from({ length: size.staff }, (_, i) =>
    rowOf('users', {
      username: `person${i}`,
      email: `person${i}@example.org`,
      campusCode: campuses[i % campuses.length]?.campusCode ?? '',
      department: departments[i % departments.length] ?? departments[0],
      isVerified: true,
      canLogin: true,
    }),
  )
  const users = await insertAll(deps.db, 'users', accounts, ['id', 'campusCode'])
  const known = await readStarterRestaurants(time)
  const hashes = await addPictures(deps, size.photos ?? 0)
  // Real names and addresses, with details as they could be.
  const rows = campuses.flatMap(({ campusCode, restaurants }, campus) =>
    Array.from({ length: restaurants }, (_, i) => ({
      ...(known[(i * 7) % known.length] as (typeof known)[number]),
      campusCode,
      price: (['$', '$$', '$$$'] as const)[i % 3] ?? '$',
      hours: `Mon-Sat ${10 + (i % 2)} AM - ${7 + (i % 4)} PM`,
      phone: `(828) 555-0${100 + (i % 900)}`,
      websiteUrl: `https://place${i}.example.org/menu`,
      distance: (i % 90) / 10,
      travelTime: i % 20,
      imageHash: hashes[(campus * restaurants + i) % hashes.length] ?? null,
      createdAt: time,
      updatedAt: time,
    })),
  )
  const places = await insertAll(deps.db, 'restaurants', rows, ['id', 'campusCode', 'imageHash'])
  await fillRatings(deps.db, users, places, size.ratings)
  const first = users.toSorted((a, b) => a.id - b.id).slice(0, size.signedIn)
  const signedIn = first.map(async user => ({ ...user, cookie: await startSession(deps, user.id) }))
  return { people: await Promise.all(signedIn), places }
}

/** Adds ratings, spread evenly over people, restaurants and the last half year; every twentieth has a comment. */
async function fillRatings(db: Db, users: { id: number }[], restaurants: { id: number }[], count: number) {
  const each = Math.ceil(count / users.length)
  const now = Date.now()
  for (const { id: userId } of users) {
    const rated = restaurants.filter(({ id }) => (id + userId * 37) % restaurants.length < each)
    const ratings = rated.map(({ id: restaurantId }) => {
      const week = (userId * 31 + restaurantId * 17) % 26
      const time = new Date(now - week * 7 * days).toISOString()
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
