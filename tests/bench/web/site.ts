import type { Kysely } from 'kysely'
import { createToken, hashToken } from '#server/auth/tokens.ts'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import { saveSession } from '#server/data/sessions-store.ts'
import { recountTallies } from '#server/data/tallies-store.ts'
import type { Database } from '#server/database/schema.ts'
import { departments } from '#server/features/installation/first-data.ts'
import { prepareInstallation } from '#server/features/installation/prepare-installation.ts'
import { newDatabase } from '../databases.ts'
import { start } from '../processes.ts'

export type Site = {
  origin: string
  /** Two signed-in people with their session tokens. */
  staff: Person
  admin: Person
  stop: () => Promise<void>
}
export type Person = { id: number; token: string }

const usual = { campusCode: 'arden', restaurants: 60 }
const crowded = { campusCode: 'franklin', restaurants: 1000 }

export type FirstVisit = {
  page: string
  path: string
  person: Person | null
  /** A selector for what exists once the page is usable. */
  usable: string
}

export const firstVisits = ({ staff, admin }: Site): FirstVisit[] => [
  { page: 'sign-in', path: '/login', person: null, usable: '#root > :not([inert]) input[type=password]' },
  {
    page: `Home, ${usual.restaurants} restaurants`,
    path: `/?campus=${usual.campusCode}`,
    person: staff,
    usable: 'article',
  },
  {
    page: 'details',
    path: `/?campus=${usual.campusCode}&restaurant=3`,
    person: staff,
    usable: '[role=dialog] h3',
  },
  { page: 'administration', path: '/admin', person: admin, usable: 'main input[type=checkbox]' },
]

const staff = 60

/**
 * The real server with a new SQLite database: a usual campus, a crowded one, and sixty people with ratings.
 */
export async function startSite(): Promise<Site> {
  const database = await newDatabase('sqlite')
  const deps = await createDeps(readConfig(database.environment))
  await prepareInstallation(deps)
  await fillPeople(deps.db)
  for (const { campusCode, restaurants } of [usual, crowded])
    await fillRestaurants(deps.db, campusCode, restaurants)
  await fillRatings(deps.db)
  const site = { staff: await signIn(deps.db, 'staff1@example.org'), admin: await signIn(deps.db, null) }
  await deps.db.destroy()
  const server = await start('./server.ts', { env: database.environment })
  return {
    ...site,
    origin: server.origin,
    stop: async () => {
      await server.stop()
      await database.remove()
    },
  }
}

const time = '2026-01-01T12:00:00.000Z'
const pick = <T>(items: readonly [T, ...T[]], at: number): T => items[at % items.length] as T

async function fillPeople(db: Kysely<Database>): Promise<void> {
  const people = Array.from({ length: staff }, (_, i) => ({
    firstName: pick(['Robin', 'Alex', 'Kim', 'Jamie', 'Chris'], i),
    lastName: `Sample${i}`,
    username: `staff${i}`,
    email: `staff${i}@example.org`,
    passwordHash: '',
    campusCode: usual.campusCode,
    department: pick(departments as unknown as [string], i),
    role: 'user' as const,
    imageHash: null,
    isVerified: true,
    canLogin: true,
    isPrimaryAdmin: false,
    createdAt: time,
  }))
  await db.insertInto('users').values(people).execute()
}

async function fillRestaurants(db: Kysely<Database>, campusCode: string, count: number): Promise<void> {
  const first = ['Blue', 'Old', 'River', 'Maple', 'Copper', 'Sunny', 'Twin', 'Cedar', 'Golden'] as const
  const second = ['Door', 'Fork', 'Street', 'Garden', 'Mill', 'Kettle', 'Corner'] as const
  const third = ['Grill', 'Kitchen', 'Cafe', 'Tacos', 'Pizza', 'Bakery', 'Noodles', 'Diner'] as const
  const rows = Array.from({ length: count }, (_, i) => ({
    name: `${pick(first, i)} ${pick(second, i * 5 + 1)} ${pick(third, i * 3)}${i < 60 ? '' : ` ${i}`}`,
    address: `${100 + i} ${pick(['Airport Road', 'Long Shoals Road', 'Main Street'], i)}, Arden, NC 28704`,
    campusCode,
    price: pick(['$', '$$', '$$$', null] as const, i),
    hours: 'Mon-Sat 11 AM - 9 PM',
    cuisine: pick(['american', 'mexican', 'pizza', 'sushi', 'coffee', 'italian', null], i),
    phone: '(828) 555-0100',
    websiteUrl: 'https://example.org/menu',
    distance: (i % 90) / 10,
    travelTime: 1 + (i % 20),
    latitude: 35.4 + (i % 30) / 300,
    longitude: -82.5 - (i % 17) / 300,
    createdAt: time,
    updatedAt: time,
  }))
  await db.insertInto('restaurants').values(rows).execute()
}

async function fillRatings(db: Kysely<Database>): Promise<void> {
  const people = await db.selectFrom('users').select('id').where('isPrimaryAdmin', '=', false).execute()
  const places = await db.selectFrom('restaurants').select('id').execute()
  for (const [at, { id: userId }] of people.entries()) {
    const rated = places.filter((_, place) => (place + at) % 3 === 0)
    const rows = rated.map(({ id }) => ({
      userId,
      restaurantId: id,
      value: 1 + ((userId * 3 + id * 7) % 5),
      createdAt: time,
      updatedAt: time,
    }))
    await db.insertInto('ratings').values(rows).execute()
  }
  await db.transaction().execute(tx => recountTallies(tx))
}

/** Creates a session for this person, or for the primary admin. */
async function signIn(db: Kysely<Database>, email: string | null): Promise<Person> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .$if(email !== null, query => query.where('email', '=', email))
    .$if(email === null, query => query.where('isPrimaryAdmin', '=', true))
    .executeTakeFirstOrThrow()
  const token = createToken()
  await saveSession(db, { tokenHash: hashToken(token), userId: user.id, now: new Date().toISOString() })
  return { id: user.id, token }
}
