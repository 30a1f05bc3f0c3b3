import { type Kysely, sql } from 'kysely'
import { hashToken } from '#features/accounts/server/tokens/tokens.ts'
import { departments } from '#features/installation/server/first-data.ts'
import { readStarterRestaurants } from '#features/installation/server/starter-restaurants.ts'
import { days } from '#kit/rules/units.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import { insert } from '#kit/server/database/rows.ts'
import type { Database } from '#kit/server/database/schema.ts'

/** The number of restaurants of each campus in the benchmark. */
export const campusSizes = [
  { campusCode: 'arden', restaurants: 60 },
  { campusCode: 'brevard', restaurants: 300 },
] as const

/** The amount of data. */
export type DataSize = {
  staff: number
  campuses: readonly { campusCode: string; restaurants: number }[]
}
const usual: DataSize = { staff: 150, campuses: campusSizes }

const time = '2026-01-01T12:00:00.000Z'

export type Person = { id: number; cookie: string }
export type Staff = Person & { email: string; campusCode: string }

/** Fills a prepared, empty installation with people and restaurants but no ratings; returns the people signed in. */
export async function fillPlaces(
  db: Kysely<Database>,
  { size = usual, signedIn = 40 }: { size?: DataSize; signedIn?: number } = {},
): Promise<Staff[]> {
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
  for await (const part of partsOf(people)) await db.insertInto('users').values(part).execute()
  const places = await readStarterRestaurants(time)
  for (const { campusCode, restaurants } of campuses) await insertPlaces(db, campusCode, restaurants, places)
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'campusCode'])
    .where('isPrimaryAdmin', '=', false)
    .orderBy('id')
    .limit(signedIn)
    .execute()
  const persons: Staff[] = []
  for (const user of users) persons.push({ ...user, ...(await signIn(db, user.id)) })
  return persons
}

export async function signIn(db: Kysely<Database>, id: number): Promise<Person> {
  const token = `benchmark${id}`
  const time = new Date().toISOString()
  await insert(db, 'sessions', { tokenHash: hashToken(token), userId: id, createdAt: time, lastSeenAt: time })
  return { id, cookie: `session=${token}` }
}

type Place = Awaited<ReturnType<typeof readStarterRestaurants>>[number]

/** Repeats real names and addresses with a number, and adds realistic details. */
async function insertPlaces(db: Kysely<Database>, campusCode: string, count: number, places: Place[]) {
  const rows = Array.from({ length: count }, (_, i) => {
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
  })
  for await (const part of partsOf(rows)) await db.insertInto('restaurants').values(part).execute()
}

/** Replaces all ratings by `count` new ones, spread evenly over people, restaurants and the last half year. */
export async function fillRatings(db: Kysely<Database>, count: number, size = usual): Promise<void> {
  await db.deleteFrom('ratings').execute()
  // In parts, because no statement of the server may take longer than ten seconds.
  const parts = 50
  for (let part = 0; part < parts; part += 1)
    await insertPart(db, { part, parts, count: count / parts, size })
  // PostgreSQL does this itself within a minute after so many inserts: an index-only count then need not read
  // the rows.
  if (engineOf(db) === 'postgres') await sql`vacuum ratings`.execute(db)
  await sql`analyze`.execute(db)
}

async function insertPart(
  db: Kysely<Database>,
  { part, parts, count, size }: { part: number; parts: number; count: number; size: DataSize },
): Promise<void> {
  const each = Math.ceil((count * parts) / size.staff)
  const places = size.campuses.reduce((sum, { restaurants }) => sum + restaurants, 0)
  const times = Array.from({ length: 26 }, (_, week) => new Date(Date.now() - week * 7 * days).toISOString())
  const time = sql`case (u.id * 31 + r.id * 17) % 26 ${sql.join(
    times.map((time, week) => sql`when ${sql.lit(week)} then ${sql.lit(time)}`),
    sql` `,
  )} end`
  await sql`
    insert into ratings ("userId", "restaurantId", "value", "comment", "createdAt", "updatedAt")
    select u.id, r.id, 1 + (u.id * 3 + r.id * 7) % 5, ${comment}, ${time}, ${time}
    from users u cross join restaurants r
    where u."isPrimaryAdmin" = false and u.id % ${sql.lit(parts)} = ${sql.lit(part)}
      and (r.id + u.id * 37) % ${sql.lit(places)} < ${sql.lit(each)}
    limit ${sql.lit(Math.round(count))}`.execute(db)
}

/** Every twentieth rating has a comment. */
const comment = sql`case when (u.id * 13 + r.id * 7) % 20 = 0 then 'Great pizza, slow at noon.' end`
