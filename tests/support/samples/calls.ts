import { createECDH } from 'node:crypto'
import { uploadProfileImage } from '#features/accounts/own-profile-image-contract.ts'
import { createToken } from '#features/accounts/tokens-contract.ts'
import { createAlert } from '#features/alerts/contract.ts'
import { createBackup } from '#features/backups/contract.ts'
import { listDepartments } from '#features/departments/contract.ts'
import { importRestaurants } from '#features/imports/contract.ts'
import { createCalendar } from '#features/lunches/calendar-contract.ts'
import { settleLunch } from '#features/lunches/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { sendSuggestion } from '#features/suggestions/contract.ts'
import { addVisit } from '#features/visits/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { days, hours } from '#kit/rules/units.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams, type Replied } from '#tests/support/calls/caller.ts'
import { nameOf, type Sent } from '#tests/support/calls/endpoints.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { type peopleOf, testPassword } from '#tests/support/people/people.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { picture } from './pictures.ts'
import { exampleOf, schemaOf } from './values.ts'

type User = Row<'users'>
type Values = Record<string, unknown>

/**
 * One valid use of every call of the contract, for tests that say something of all of them: `sampleOf(call, owner)` makes what
 * the call is about, as this user's where it belongs to someone, and returns what to send. Bodies are made from the contract,
 * but for fields whose meaning no schema tells; the restaurants in them are made by `place`.
 */
export async function samplesOf(
  app: Pick<TestApp, 'as' | 'db' | 'deps' | keyof ReturnType<typeof peopleOf>>,
  place = async () => (await app.restaurant()).id,
) {
  const { eaterOf } = lunchesOf(app)
  const { regularOf } = standingLunchesOf(app)
  const superUser = await app.superUser()
  /** Signs in anew for each call, since a restore ends all sessions. */
  const root = () => app.as(superUser)
  const [photo, otherPhoto] = await Promise.all(
    ['#c2410c', '#0c41c2'].map(
      async background => new Blob([await picture({ background }).png().toBuffer()]),
    ),
  )
  const restaurants = () =>
    new Blob([`name,address,category,phone,website\n${next('Grill ')},1 Main St,,,\n`])
  let count = 0
  const next = (text: string) => `${text}${++count}`
  const at = (milliseconds: number) => new Date(app.deps.now().getTime() + milliseconds).toISOString()
  const made = async <Body>(reply: Promise<Replied<Body>>) => {
    const { status, message, body } = await reply
    if (status >= 300) throw new Error(`${status} ${message}`)
    return body
  }

  const rated = async (by: User) =>
    (await made(app.as(by).call(createRating, { body: { restaurantId: await place(), value: 3 } }))).id
  const tokenOf = async (owner: User) =>
    (await made(app.as(owner).call(createToken, { body: { name: 'Script', expiresAt: at(days) } }))).id
  const lunchOf = async (host: User) =>
    (await eaterOf(host).start([await app.restaurant(), await app.restaurant()])).id
  const backup = async () => (await made(root().call(createBackup, { body: {} }))).filename
  const mail = () =>
    app.idOf('deliveries', { channel: 'mail', destination: next('mail'), attempts: 1, payload: '{}' })

  /** Makes what `:id` is of, by how the path begins; the longest beginning decides. */
  const things: Record<string, (owner: User) => number | Promise<number>> = {
    '/api/user': ({ id }) => id,
    '/api/admin/users': async () => (await app.user({ isVerified: false })).id,
    '/api/admin/users/:id/sign-on-link': async () => {
      const { id } = await app.user()
      await app.insert('issuerLinks', { userId: id })
      return id
    },
    '/api/admin/profile-images': async () => {
      const user = await app.user()
      await made(app.as(user).call(uploadProfileImage, { ...idParams(user), file: photo }))
      return user.id
    },
    '/api/ratings': rated,
    '/api/admin/ratings': async () => rated(await app.user()),
    '/api/favorites': async ({ id }) => app.idOf('favorites', { userId: id, restaurantId: await place() }),
    '/api/visits': async owner =>
      (await made(app.as(owner).call(addVisit, { body: { restaurantId: await place() } }))).id,
    '/api/passkeys': ({ id }) => app.idOf('passkeys', { userId: id }),
    '/api/push/devices': ({ id }) => app.idOf('pushDevices', { userId: id }),
    '/api/tokens': tokenOf,
    '/api/admin/tokens': async () => tokenOf(await app.user()),
    '/api/lunches': lunchOf,
    '/api/standing-lunches': async host =>
      (await regularOf(host).repeat({ weekdays: [0, 1, 2, 3, 4, 5, 6] })).id,
    '/api/restaurant': place,
    '/api/restaurants/:id/user-rating': async by =>
      (await app.row('ratings', { id: await rated(by) })).restaurantId,
    '/api/admin/restaurants': place,
    '/api/admin/campuses': () =>
      app.idOf('campuses', { code: next('campus'), name: next('Campus '), position: 90 }),
    '/api/emergency-messages': async () =>
      (await made(root().call(createAlert, { body: { title: 'Snow', message: 'Stay in.' } }))).id,
    '/api/admin/suggestions': async () =>
      (
        await made(
          app.as(await app.user()).call(sendSuggestion, { body: { kind: 'feature', text: 'A bell' } }),
        )
      ).id,
    '/api/admin/mails': mail,
    '/api/imports': async () => {
      await made(root().call(importRestaurants, { file: restaurants(), body: { campusCode: 'arden' } }))
      return latest('importRuns')
    },
    '/api/admin/trash': async () => {
      await made(root().call(deleteRestaurant, { params: { id: await place() } }))
      return latest('trash')
    },
  }
  const latest = async (table: 'trash' | 'importRuns') =>
    (await app.db.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id

  /** The values of parameters and fields by their names. */
  const known = (owner: User): Record<string, () => unknown> => ({
    address: () => '1 Sample Street',
    campusCode: () => 'arden',
    code: () => next('code'),
    currentPassword: () => testPassword,
    date: () => at(3 * days).slice(0, 10),
    department: () => 'Worship',
    email: () => `${next('new')}@example.org`,
    expiresAt: () => at(days),
    filename: backup,
    hash: async () => {
      await made(app.as(owner).call(uploadProfileImage, { ...idParams(owner), file: photo }))
      return (await app.row('users', owner)).imageHash
    },
    key: () => 'favorites_limit',
    leavesAt: () => at(hours),
    name: () => next('Sample '),
    restaurantId: place,
    restaurantIds: async () => [await place()],
    service: () => 'mapbox',
    time: () => '12:00',
    token: () => 'Sample',
    userId: () => owner.id,
    version: () => 'Sample',
    yelpIds: () => ['sample'],
    osmIds: () => ['node/1'],
    osmId: () => 'node/1',
    latitude: () => 35.4,
    longitude: () => -82.5,
  })

  /** What differs from the above for these calls, or has to be there before them. */
  const special: Record<string, (owner: User) => Partial<Sent> | Promise<Partial<Sent>>> = {
    'DELETE /api/user/:id': ({ email }) => ({ body: { email } }),
    'PUT /api/user/:id': ({ email }) => ({ body: { email } }),
    'POST /api/login': ({ email }) => ({ body: { email, password: testPassword } }),
    'POST /api/admin/ratings/import': async owner => ({
      file: new Blob([`User Email,Restaurant ID,Rating Value\n${owner.email},${await place()},4\n`]),
    }),
    'POST /api/import/csv': () => ({ file: restaurants() }),
    'POST /api/backup/upload': async () => ({
      file: await (await root().fetch(`/api/backup/${await backup()}`)).blob(),
    }),
    'POST /api/backup/restore/:filename': async () => {
      const filename = await backup()
      await place()
      return { params: { filename } }
    },
    'GET /api/calendar/:token.ics': async owner => ({
      params: { token: /([^/]+)\.ics/.exec((await made(app.as(owner).call(createCalendar))).url)?.[1] },
    }),
    'POST /api/departments': async () => ({
      body: { departments: [...(await departments()), next('Department ')] },
    }),
    'DELETE /api/lunches/:id/decision': async owner => {
      const gone = await app.restaurant()
      const { id } = await eaterOf(owner).start([gone, await app.restaurant()])
      await made(app.as(owner).call(settleLunch, { ...idParams({ id }), body: { restaurantId: gone.id } }))
      await made(root().call(deleteRestaurant, idParams(gone)))
      return { params: { id } }
    },
    'DELETE /api/standing-lunches/:id/skips/:date': async host => {
      const { id } = await regularOf(host).repeat({ weekdays: [0, 1, 2, 3, 4, 5, 6] })
      await made(regularOf(host).skip({ id }, known(host).date?.() as string))
      return { params: { id } }
    },
    'DELETE /api/favorites/by-restaurant/:restaurantId': async owner => {
      const restaurantId = await place()
      await app.insert('favorites', { userId: owner.id, restaurantId })
      return { params: { restaurantId } }
    },
    'PUT /api/lunches/:id/votes': () => ({ body: { restaurantIds: [] } }),
    'POST /api/lunches/:id/decision': () => ({ body: { restaurantId: undefined } }),
    'POST /api/restaurants': () => ({ body: { hours: '11 AM - 9 PM' } }),
    'POST /api/suggestions': () => ({ body: { kind: 'problem', text: 'The list is empty' } }),
    'POST /api/system-settings': () => ({ body: { value: String(++count) } }),
    'GET /api/system-settings/:key': () => ({ params: { key: 'registration_enabled' } }),
    'POST /api/admin/campuses/:id/webhook/test': () => ({ body: { webhook: undefined } }),
    'POST /api/push/devices': () => ({
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${next('sample')}`,
        keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'c2FtcGxlc2FtcGxlc2FtcA' },
      },
    }),
    'POST /api/passkeys/options': () => ({ body: { password: testPassword } }),
    'POST /api/push/test': async ({ id }) => {
      await app.insert('pushDevices', { userId: id, host: 'fcm.googleapis.com' })
      return {}
    },
    'POST /api/admin/trash/restore': async owner => {
      const id = await place()
      await made(app.as(owner).call(deleteRestaurant, { params: { id } }))
      return { body: { kind: 'restaurant', ids: [id] } }
    },
    'DELETE /api/admin/restaurants/bulk-delete': async () => ({ query: { ids: String(await place()) } }),
    'POST /api/imports': () => ({ body: { source: 'osm', campusCode: 'arden', ids: ['node/1'] } }),
    'POST /api/osm/apply': async () => ({
      body: { changes: [{ restaurantId: await place(), osmId: 'node/1', fields: ['hours'] }] },
    }),
  }
  const departments = async () => (await made(root().call(listDepartments))).departments

  return async (endpoint: Endpoint, owner: User): Promise<Sent> => {
    const values = known(owner)
    const given: Partial<Sent> = (await special[nameOf(endpoint)]?.(owner)) ?? {}
    const beginning = Object.keys(things).filter(path => endpoint.path.startsWith(path))
    const thing = things[beginning.sort((one, other) => other.length - one.length)[0] ?? '']
    const params: Values = {}
    for (const [, name = ''] of endpoint.path.matchAll(/:(\w+)/g))
      params[name] = given.params?.[name] ?? (await (name === 'id' ? thing?.(owner) : values[name]?.()))
    const part = (schema: Endpoint['body']) => schema && exampleOf(schemaOf(schema), values)
    const { required = [] } = endpoint.query ? schemaOf(endpoint.query) : {}
    const query = Object.fromEntries(required.map(name => [name, values[name]?.()]))
    const body = await part(endpoint.body)
    return {
      query,
      ...(endpoint.upload && { file: otherPhoto }),
      ...given,
      ...(body !== undefined && { body: { ...(body as Values), ...(given.body as Values) } }),
      params,
    }
  }
}
