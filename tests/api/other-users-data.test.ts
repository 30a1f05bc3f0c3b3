import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { requestOf } from '#tests/support/calls/caller.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { digestTables } from '#tests/support/databases/digest-tables.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { startApp } from '#tests/support/start-app.ts'

/*
 * The third part of the matrix of access.test.ts and ownership.test.ts: people's own data that is called
 * without an id, lunches that only some people may see, and accounts of equal and higher ranks. All calls
 * come from the contract, and a new one fails here until it is listed with whose data it handles.
 */

const app = await startApp({ RATE_LIMITS: 'off' })
const { eaterOf } = lunchesOf(app)
const place = await app.restaurant()
const primary = await app.primary()
const endpoints = await listEndpoints()
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const called = (requested: (endpoint: Endpoint) => boolean) =>
  endpoints.filter(requested).map(endpoint => [nameOf(endpoint), endpoint] as const)

const photo = new Blob([await picture().png().toBuffer()])

const send = async (who: Row<'users'> | null, endpoint: Endpoint, params: object, body?: object) => {
  const { path, init } = requestOf(endpoint, { params, body, file: photo } as never)
  const reply = await app.as(who).fetch(path, init)
  return { status: reply.status, text: reply.status === 204 ? '' : await reply.text() }
}

describe('a user’s own data', () => {
  /** All calls for own data that have no id of it, each with the body that creates it, if it needs one. */
  const own: Record<string, object | undefined> = {
    'GET /api/favorites': undefined,
    'GET /api/favorites/restaurant-ids': undefined,
    'POST /api/favorites': { restaurantId: place.id },
    'DELETE /api/favorites/by-restaurant/:restaurantId': undefined,
    'GET /api/hidden': undefined,
    'PUT /api/hidden/:restaurantId': undefined,
    'DELETE /api/hidden/:restaurantId': undefined,
    'GET /api/ratings': undefined,
    'POST /api/ratings': { restaurantId: place.id, value: 4, comment: 'Private thoughts' },
    'GET /api/visits': undefined,
    'GET /api/visits/to-rate': undefined,
    'POST /api/visits': { restaurantId: place.id },
    'GET /api/suggestions': undefined,
    'POST /api/suggestions': { kind: 'feature', text: 'A private wish' },
    'GET /api/calendar': undefined,
    'POST /api/calendar': undefined,
    'DELETE /api/calendar': undefined,
    'GET /api/user': undefined,
    'GET /api/user/reminder': undefined,
    'PUT /api/user/reminder': { reminder: { time: '11:15', days: [0, 2] } },
    'GET /api/push': undefined,
    'PUT /api/push/choices': { kinds: ['leaving', 'after'] },
    'POST /api/push/devices': undefined,
    'POST /api/push/test': undefined,
    'GET /api/tokens': undefined,
    'POST /api/tokens': { name: 'Script', expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
    'GET /api/passkeys': undefined,
    'POST /api/passkeys': undefined,
    'POST /api/passkeys/options': undefined,
    'GET /api/restaurants/unrated': undefined,
    'GET /api/restaurants/unrated/:campusCode': undefined,
    'GET /api/restaurants/:id/user-rating': undefined,
    'GET /api/restaurants/:id/visits': undefined,
  }

  /** Calls for data that everyone signed in shares. Calls with an id are in ownership.test.ts. */
  const shared = [
    'GET /api/images/:hash',
    'GET /api/images/:hash/card',
    'GET /api/lunches',
    'GET /api/lunches/events',
    'POST /api/lunches',
    'GET /api/map/:version',
    // Whoever has the secret of a browser, its endpoint, ends its notifications.
    'DELETE /api/push/devices',
    'GET /api/standing-lunches',
    'POST /api/standing-lunches',
    'GET /api/restaurants',
    'GET /api/restaurants/campus/:campusCode',
    'GET /api/restaurants/campus/:campusCode/for-you',
    'GET /api/restaurants/random/:campusCode',
    'GET /api/restaurants/ratings',
    'POST /api/restaurants/batch/ratings-data',
  ]

  const params = { id: place.id, restaurantId: place.id, campusCode: 'arden' }
  const calls = called(endpoint => nameOf(endpoint) in own)
  const isRead = ([, { method }]: (typeof calls)[number]) => method === 'GET'

  test('is told apart from shared data for every call of signed-in users [T-39]', () => {
    const names = endpoints
      .filter(({ access, path }) => access === 'user' && !path.includes('/:id'))
      .map(nameOf)
    const known = [...Object.keys(own), ...shared].filter(name => !name.includes('/:id'))
    expect(names.sort()).toEqual(known.sort())
  })

  test('can’t be seen, changed or deleted by anyone else, whatever their rank [T-36 T-39 T-52]', async () => {
    const strangers = [await app.user(), await app.admin(), await app.superUser(), primary]
    const read = () => Promise.all(strangers.map(readAs))
    const before = await read()
    const owner = await app.user()
    // Calls that delete something create nothing.
    for (const [name, endpoint] of calls.filter(call => !isRead(call) && call[1].method !== 'DELETE'))
      if (!/passkeys|push\/(devices|test)/.test(name))
        expect((await send(owner, endpoint, params, own[name])).status, name).toBeLessThan(300)
    expect(await read()).toEqual(before)

    const seen = await readAs(owner)
    const kept = await rowsOf(owner)
    expect(kept.every(rows => rows.length > 0)).toBe(true)
    for (const stranger of strangers)
      for (const [name, endpoint] of calls.filter(call => !isRead(call)))
        expect((await send(stranger, endpoint, params, own[name])).status, name).toBeLessThan(500)
    expect(await rowsOf(owner)).toEqual(kept)
    expect(await readAs(owner)).toEqual(seen)
    for (const [name, endpoint] of calls)
      expect((await send(null, endpoint, params, own[name])).status, name).toBe(401)
  })

  /** What a user reads of their own data, without the averages and counts of all users that come with it. */
  const readAs = (who: Row<'users'>) =>
    Promise.all(
      calls.filter(isRead).map(async ([name, endpoint]) => {
        const { status, text } = await send(who, endpoint, params)
        const ofAll = /"(averageRating|avgRating|ratingCount|lastOfCampus|peopleLast30Days)":[^,}]+/g
        return [name, status, text.replaceAll(ofAll, '')]
      }),
    )

  const rowsOf = ({ id }: Row<'users'>) =>
    Promise.all(
      (
        [
          'favorites',
          'hiddenRestaurants',
          'ratings',
          'visits',
          'suggestions',
          'calendarFeeds',
          'reminders',
        ] as const
      ).map(table =>
        app.db
          .selectFrom(table as 'ratings')
          .selectAll()
          .where('userId', '=', id)
          .execute(),
      ),
    )
})

describe('a lunch of one department', () => {
  const bodies: Record<string, object> = {
    'PATCH /api/lunches/:id': { note: 'Elsewhere' },
    'POST /api/lunches/:id/people': {},
    'PUT /api/lunches/:id/votes': { restaurantIds: [place.id] },
    'POST /api/lunches/:id/options': { restaurantId: place.id },
    'POST /api/lunches/:id/decision': {},
  }
  test.each(called(({ path }) => path.startsWith('/api/lunches/:id')))(
    'can’t be found by another department with %s [T-39 T-153]',
    async (name, endpoint) => {
      const host = eaterOf(await app.user({ department: 'Worship' }))
      const { id } = await host.start([place], { department: 'Worship', note: 'Among us' })
      const outsider = await app.user({ department: 'Finance' })
      const before = await digestTables(app)
      const { status, text } = await send(outsider, endpoint, { id }, bodies[name])
      expect(status).toBe(404)
      expect(text).not.toContain('Among us')
      expect(await digestTables(app)).toEqual(before)
    },
  )
})

describe('an account of equal or higher rank', async () => {
  const people = {
    admin: [await app.admin(), await app.superUser(), primary],
    superUser: [primary],
  }
  /** Calls that change another user's account by its id. */
  const isAboutPerson = ({ path, method }: Endpoint) =>
    /^\/api\/admin\/(users|profile-images)\/:id/.test(path) && method !== 'GET'
  const bodies: Record<string, object> = { 'PATCH /api/admin/users/:id': { canLogin: false } }

  test.each(called(isAboutPerson))('can’t be changed with %s [T-32 T-39]', async (name, endpoint) => {
    const actors = [
      [await app.admin(), people.admin],
      [await app.superUser(), people.superUser],
    ] as const
    const before = await digestTables(app)
    for (const [actor, targets] of actors)
      for (const { id } of targets)
        expect((await send(actor, endpoint, { id }, bodies[name])).status).toBe(403)
    expect(await digestTables(app)).toEqual(before)
    const lower = await app.user({ isVerified: false })
    const link = { issuer: 'https://issuer.example.org', subject: `person ${lower.id}`, userId: lower.id }
    await app.db
      .insertInto('issuerLinks')
      .values({ ...link, createdAt: lower.createdAt })
      .execute()
    const done = await send(await app.superUser(), endpoint, { id: lower.id }, bodies[name])
    expect(done.status).toBeLessThan(300)
  })
})
