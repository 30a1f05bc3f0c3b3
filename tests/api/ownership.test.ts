import { expect, test } from 'vitest'
import { createToken } from '#features/accounts/tokens-contract.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { settleLunch } from '#features/lunches/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { addVisit } from '#features/visits/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { requestOf } from '#tests/support/calls/caller.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { digestTables } from '#tests/support/databases/digest-tables.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { startApp } from '#tests/support/start-app.ts'

/*
 * The second part of the matrix of access.test.ts: what signed-in users may do with their own things, and
 * that no one else may do it, whatever their rank. A new call with an id fails here until it is listed with
 * whose thing it handles.
 */

const app = await startApp({ RATE_LIMITS: 'off' })
const { eaterOf } = lunchesOf(app)
const { regularOf } = standingLunchesOf(app)
const place = await app.restaurant()
const another = await app.restaurant()
const third = await app.restaurant()
const photo = new Blob([await picture().png().toBuffer()])

type Thing = { id: number; date?: string; body?: object }
type Owned = {
  /** Creates something of the owner's. Returns its id and the body to send. */
  make: (owner: Row<'users'>) => Promise<Thing>
  /** The lowest rank that may also do this with others' things. */
  others?: 'admin'
}

const rated = async (owner: Row<'users'>) =>
  (await app.as(owner).call(createRating, { body: { restaurantId: place.id, value: 3 } })).body.id
const visited = async (owner: Row<'users'>) =>
  (await app.as(owner).call(addVisit, { body: { restaurantId: place.id } })).body.id
const lunch = (body?: object) => async (owner: Row<'users'>) => ({
  id: (await eaterOf(owner).start([place, another])).id,
  ...(body && { body }),
})

const decidedForAGonePlace = async (owner: Row<'users'>) => {
  const gone = await app.restaurant()
  const { id } = await eaterOf(owner).start([gone, another])
  await app.as(owner).call(settleLunch, { params: { id }, body: { restaurantId: gone.id } })
  await app.as(await app.admin()).call(deleteRestaurant, { params: { id: gone.id } })
  return { id }
}

const standing =
  (body?: object, isSkip = false) =>
  async (owner: Row<'users'>) => ({
    id: (await regularOf(owner).repeat({ weekdays: [0, 1, 2, 3, 4, 5, 6] })).id,
    ...(isSkip && { date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) }),
    ...(body && { body }),
  })

const account = (bodyOf: (owner: Row<'users'>) => object | undefined) => async (owner: Row<'users'>) => {
  const body = bodyOf(owner)
  return { id: owner.id, ...(body && { body }) }
}

const owned: Record<string, Owned> = {
  'PUT /api/user/:id': {
    make: account(({ email }) => ({
      firstName: 'Other',
      lastName: 'Name',
      email,
      campusCode: 'arden',
      department: 'Worship',
    })),
  },
  'PUT /api/user/:id/password': {
    make: account(() => ({
      currentPassword: testPassword,
      newPassword: 'another horse',
      confirmPassword: 'another horse',
    })),
  },
  'DELETE /api/user/:id': { make: account(({ email }) => ({ email })) },
  'POST /api/user/:id/profile-image': { make: account(() => undefined) },
  'DELETE /api/user/:id/profile-image': { make: account(() => undefined) },
  'GET /api/user/:id/data': { make: account(() => undefined) },
  'GET /api/users/:id/ratings': { make: account(() => undefined), others: 'admin' },
  'PATCH /api/ratings/:id': { make: async owner => ({ id: await rated(owner), body: { value: 5 } }) },
  'DELETE /api/favorites/:id': {
    make: async owner => ({
      id: (await app.as(owner).call(addFavorite, { body: { restaurantId: place.id } })).body.id,
    }),
  },
  'DELETE /api/visits/:id': { make: async owner => ({ id: await visited(owner) }) },
  'GET /api/visits/:id/verdict': { make: async owner => ({ id: await visited(owner) }) },
  'POST /api/visits/:id/dismissal': { make: async owner => ({ id: await visited(owner) }) },
  'PATCH /api/passkeys/:id': {
    make: async owner => ({ id: await app.idOf('passkeys', { userId: owner.id }), body: { name: 'Phone' } }),
  },
  'DELETE /api/tokens/:id': { make: async owner => ({ id: await tokenOf(owner) }) },
  'DELETE /api/passkeys/:id': {
    make: async owner => ({ id: await app.idOf('passkeys', { userId: owner.id }) }),
  },
  'DELETE /api/push/devices/:id': {
    make: async owner => ({
      id: await app.idOf('pushDevices', { userId: owner.id }),
    }),
  },
  'PATCH /api/lunches/:id': { make: lunch({ note: 'Outside' }), others: 'admin' },
  'DELETE /api/lunches/:id': { make: lunch(), others: 'admin' },
  'POST /api/lunches/:id/options': { make: lunch({ restaurantId: third.id }) },
  'POST /api/lunches/:id/decision': { make: lunch({}) },
  'DELETE /api/lunches/:id/decision': { make: decidedForAGonePlace },
  'GET /api/lunches/:id/suggestions': { make: lunch() },
  'PATCH /api/standing-lunches/:id': { make: standing({ note: 'Outside' }), others: 'admin' },
  'DELETE /api/standing-lunches/:id': { make: standing(), others: 'admin' },
  'PUT /api/standing-lunches/:id/skips/:date': { make: standing(undefined, true), others: 'admin' },
  'DELETE /api/standing-lunches/:id/skips/:date': { make: standing(undefined, true), others: 'admin' },
}

/**
 * Calls for shared things: seats and votes are always the
 * caller's own, and all staff see lists, faces and averages.
 */
const shared = [
  'POST /api/lunches/:id/people',
  'DELETE /api/lunches/:id/people',
  'PUT /api/lunches/:id/votes',
  'GET /api/lunches/:id',
  'GET /api/lunches/:id/order',
  'GET /api/lunches/:id/calendar.ics',
  'POST /api/standing-lunches/:id/regulars',
  'DELETE /api/standing-lunches/:id/regulars',
  'GET /api/restaurants/:id',
  'GET /api/restaurants/:id/average-rating',
  'GET /api/restaurants/:id/department-stats',
  'GET /api/restaurants/:id/ratings',
  'GET /api/restaurants/:id/user-rating',
  'GET /api/restaurants/:id/visits',
]

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const withId = (await listEndpoints()).filter(
  ({ access, path }) => access === 'user' && path.includes('/:id'),
)

test('every call with an id is listed as owned or shared [T-39]', () => {
  expect(withId.map(nameOf).sort()).toEqual([...Object.keys(owned), ...shared].sort())
})

const strangers: [string, Row<'users'> | null][] = [
  ['a visitor', null],
  ['another user', await app.user({ department: 'Finance' })],
  ['an admin', await app.admin()],
  ['a super-user', await app.superUser()],
  ['the primary admin', await app.primary()],
]

test.each(
  withId.filter(endpoint => owned[nameOf(endpoint)]).map(endpoint => [nameOf(endpoint), endpoint] as const),
)('%s is only for the owner, or for admins where listed [T-36 T-52 T-75]', async (name, endpoint) => {
  const { make, others } = owned[name] as Owned
  // All staff see people and lunches; of anything else others aren't even told that it exists.
  const rejected = /^\/api\/(users?|lunches|standing-lunches)\//.test(endpoint.path) ? 403 : 404
  const owner = await app.user()
  const thing = await make(owner)
  const before = await digestTables(app)
  for (const [who, stranger] of strangers) {
    if (others === 'admin' && stranger && stranger.role !== 'user') continue
    expect(await send(stranger, endpoint, thing), who).toBe(stranger ? rejected : 401)
  }
  expect(await digestTables(app)).toEqual(before)
  if (others) {
    const admin = strangers.find(([who]) => who === 'an admin')?.[1] ?? null
    const another = await make(await app.user())
    expect(await send(admin, endpoint, another)).toBeLessThan(300)
  }
  expect(await send(owner, endpoint, thing)).toBeLessThan(300)
})

async function send(
  who: Row<'users'> | null,
  endpoint: Endpoint,
  { id, date, body }: Thing,
): Promise<number> {
  const { path, init } = requestOf(endpoint, { params: { id, date }, body, file: photo } as never)
  return (await app.as(who).fetch(path, init)).status
}

async function tokenOf(owner: Row<'users'>): Promise<number> {
  const body = { name: 'Script', expiresAt: new Date(Date.now() + 86_400_000).toISOString(), readOnly: true }
  return (await app.as(owner).call(createToken, { body })).body.id
}
