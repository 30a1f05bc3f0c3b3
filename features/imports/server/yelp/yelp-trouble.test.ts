// On one engine: a service in trouble.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listCampuses } from '#features/campuses/contract.ts'
import { phonePhoto } from '#tests/support/samples/pictures.ts'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { fakeYelpKey, startFakeYelp } from '#tests/support/services/fake-yelp.ts'
import { startApp } from '#tests/support/start-app.ts'
import { importFromYelp, searchYelp } from '../../yelp-contract.ts'
import { createYelp } from './yelp.ts'

const canary = await startFakeService(() => ({ json: {} }))
const where = { latitude: 35.4737, longitude: -82.5354 }
const location = { address1: '1 Main St', city: 'Arden', state: 'NC' }
const yelp = await startFakeYelp([{ id: 'a', name: 'Sample A', where, location }])
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: line => logged.push(line) })
const client = (timeLimit = 3_000) => createYelp({ apiKey: fakeYelpKey, url: yelp.url, timeLimit })
const app = await startApp({ RATE_LIMITS: 'off', LOG_LEVEL: 'trace' }, { yelp: client(), log })
const admin = app.as(await app.admin())

const search = () => admin.call(searchYelp, { query: { campusCode: 'arden' } })
const importPlaces = (yelpIds: string[]) =>
  admin.call(importFromYelp, { body: { yelpIds, campusCode: 'arden' } })

beforeEach(async () => {
  // A new client, because after repeated failures a client stops calling the service for a while.
  app.deps.yelp = client()
  await yelp.setMode('normal')
  for (const table of ['restaurants', 'auditLogs', 'images'] as const)
    await app.db.deleteFrom(table).execute()
})

afterAll(() => {
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('')).not.toContain(fakeYelpKey)
})

test.each([
  ['search', search],
  ['import', () => importPlaces(['a'])],
])('an error of Yelp that repeats the key keeps it out of the reply (%s)', async (_, attempt) => {
  await yelp.setMode('500')
  const { status, error } = await attempt()
  expect(status).toBe(502)
  expect(JSON.stringify(error)).not.toContain(fakeYelpKey)
})

test('a request over Yelp’s limit per second is retried', async () => {
  const limited = await startFakeService(() =>
    limited.requests.length === 1
      ? { status: 429, json: { error: { code: 'TOO_MANY_REQUESTS_PER_SECOND' } } }
      : { json: { businesses: [], total: 0 } },
  )
  app.deps.yelp = createYelp({ apiKey: fakeYelpKey, url: limited.url })
  expect((await search()).body).toEqual({ restaurants: [], total: 0 })
  expect(limited.requests).toHaveLength(2)
})

test('a malformed key is reported as not accepted', async () => {
  await expect(client().attempt()).resolves.toBeUndefined()
  yelp.reply(() => ({ status: 400, json: { error: { code: 'VALIDATION_ERROR' } } }))
  expect((await search()).message).toBe('Yelp does not accept the configured key.')
  await expect(client().attempt()).rejects.toMatchObject({ failure: 'key refused' })
  yelp.reply()
})

test('while twenty searches hang, other requests are answered', async () => {
  await yelp.setMode('hang')
  app.deps.yelp = client(60_000)
  const before = yelp.requests.length
  let ended = 0
  const hanging = Array.from({ length: 20 }, () => search().finally(() => (ended += 1)))
  await expect.poll(() => yelp.requests.length).toBe(before + 20)
  const answered = await Promise.all(Array.from({ length: 10 }, () => admin.call(listCampuses)))
  expect(answered.every(({ status }) => status === 200)).toBe(true)
  expect(ended).toBe(0)
  await yelp.setMode('refuse connections')
  expect((await Promise.all(hanging)).every(({ status }) => status === 502)).toBe(true)
})

describe('a restaurant is imported without a photo that can’t be fetched', () => {
  const withPhoto = async (image_url: string) => {
    if (image_url.endsWith('silent.jpg')) app.deps.yelp = client(300)
    yelp.businesses.push({ id: 'photo', name: 'Sample Photo', where, location, image_url })
    const { body } = await importPlaces(['photo'])
    yelp.businesses.pop()
    expect(body).toEqual({ imported: 1, skipped: 0, errors: [] })
    return (await app.db.selectFrom('restaurants').selectAll().executeTakeFirstOrThrow()).imageHash
  }
  const own = (path: string) => `${yelp.url}/photos/${path}`
  beforeAll(async () => {
    const bytes = Buffer.concat([await phonePhoto()], 5 * 1024 * 1024 + 1)
    yelp.photos.set('/photos/larger.jpg', { bytes, type: 'image/jpeg' })
  })
  yelp.photos.set('/photos/elsewhere.jpg', { redirectTo: `${canary.url}/photo.jpg` })
  yelp.photos.set('/photos/silent.jpg', 'silence')
  yelp.photos.set('/photos/page.jpg', { bytes: Buffer.from('<h1>no</h1>'), type: 'image/jpeg' })

  test.each([
    ['an address that leads elsewhere', own('elsewhere.jpg')],
    ['a foreign host', `${canary.url}/photo.jpg`],
    ['a photo that never arrives', own('silent.jpg')],
    ['a photo that isn’t there', own('none.jpg')],
    ['a page instead of a photo', own('page.jpg')],
    ['a photo of more than 5 MB', own('larger.jpg')],
  ])('%s', async (_, address) => {
    expect(await withPhoto(address)).toBeNull()
    expect(canary.requests).toEqual([])
  })
})
