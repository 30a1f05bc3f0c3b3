import { type Kysely, sql } from 'kysely'
import { hashToken } from '#server/credentials/tokens.ts'
import { saveSession } from '#server/data/sessions-store.ts'
import { recountTallies } from '#server/data/tallies-store.ts'
import type { Database } from '#server/database/schema.ts'
import { departments } from '#server/features/installation/first-data.ts'

/** How many restaurants each campus of the benchmark has. */
export const campusSizes = [
  { campusCode: 'arden', restaurants: 60 },
  { campusCode: 'brevard', restaurants: 300 },
  { campusCode: 'franklin', restaurants: 2000 },
] as const

export const sessionToken = 'benchmark'

const staff = 1500
const time = '2026-01-01T12:00:00.000Z'

/** Fills a prepared, empty installation with 1,500 people and the restaurants; no ratings yet. */
export async function fillPlaces(db: Kysely<Database>): Promise<void> {
  const people = Array.from({ length: staff }, (_, i) => ({
    firstName: `First${i}`,
    lastName: `Last${i}`,
    username: `person${i}`,
    email: `person${i}@example.org`,
    passwordHash: '',
    campusCode: campusSizes[0].campusCode,
    department: departments[i % departments.length] ?? departments[0],
    role: 'user' as const,
    imageHash: null,
    isVerified: true,
    canLogin: true,
    isPrimaryAdmin: false,
    createdAt: time,
  }))
  await db.insertInto('users').values(people).execute()
  for (const { campusCode, restaurants } of campusSizes) {
    const rows = Array.from({ length: restaurants }, (_, i) => ({
      name: `Restaurant ${(i * 7919) % restaurants} of ${campusCode}`,
      address: `${i} Main Street, Sampletown, NC 28700`,
      campusCode,
      price: '$$' as const,
      hours: 'Mon-Sat 11 AM - 9 PM',
      cuisine: 'american',
      phone: '(828) 555-0100',
      websiteUrl: 'https://example.org/menu',
      distance: (i % 90) / 10,
      travelTime: i % 20,
      latitude: 35.5,
      longitude: -82.5,
      createdAt: time,
      updatedAt: time,
    }))
    await db.insertInto('restaurants').values(rows).execute()
  }
  const viewer = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'person0@example.org')
    .executeTakeFirstOrThrow()
  const now = new Date().toISOString()
  await saveSession(db, { tokenHash: hashToken(sessionToken), userId: viewer.id, now })
}

/** Replaces all ratings by so many, spread evenly over people and restaurants. */
export async function fillRatings(db: Kysely<Database>, count: number): Promise<void> {
  await db.deleteFrom('ratings').execute()
  // In parts, because no statement of the server may take longer than ten seconds.
  const parts = 20
  for (let part = 0; part < parts; part += 1) await insertPart(db, part, parts, count / parts)
  await db.transaction().execute(recountTallies)
  await sql`analyze`.execute(db)
}

async function insertPart(db: Kysely<Database>, part: number, parts: number, count: number): Promise<void> {
  const each = Math.ceil((count * parts) / staff)
  const places = campusSizes.reduce((sum, { restaurants }) => sum + restaurants, 0)
  await sql`
    insert into ratings ("userId", "restaurantId", "value", "createdAt", "updatedAt")
    select u.id, r.id, 1 + (u.id * 3 + r.id * 7) % 5, ${sql.lit(time)}, ${sql.lit(time)}
    from users u cross join restaurants r
    where u."isPrimaryAdmin" = false and u.id % ${sql.lit(parts)} = ${sql.lit(part)}
      and (r.id + u.id * 37) % ${sql.lit(places)} < ${sql.lit(each)}
    limit ${sql.lit(Math.round(count))}`.execute(db)
}
