// On one engine: a service in trouble.
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { phonePhoto } from '#tests/support/samples/pictures.ts'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { fakeYelpKey, startFakeYelp } from '#tests/support/services/fake-yelp.ts'
import { startApp } from '#tests/support/start-app.ts'
import { importFromYelp, searchYelp } from '../../yelp-contract.ts'
import { createYelp } from './yelp.ts'

const canary = await startFakeService(() => ({ json: {} }))
const where = { latitude: 35.4737, longitude: -82.5354 }
const location = { address1: '1 Main St', city: 'Arden', state: 'NC' }
const yelp = await startFakeYelp()
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
  const error = { code: 'VALIDATION_ERROR', description: `${fakeYelpKey} is no key` }
  yelp.reply(() => ({ status: 400, json: { error } }))
  expect((await search()).message).toBe('Yelp does not accept the configured key.')
  await expect(client().attempt()).rejects.toMatchObject({ failure: 'key refused' })
  yelp.reply()
})

// Why a photo isn't read is tested in kit/server/outbound/photo.test.ts, and yelp.test.ts.
test.each([
  ['leads elsewhere', { redirectTo: `${canary.url}/photo.jpg` }],
  ['never arrives', 'silence' as const],
  ['is a page', { bytes: Buffer.from('<h1>no</h1>'), type: 'image/jpeg' }],
  ['has more than 5 MB', { bytes: Buffer.concat([await phonePhoto()], 5 * 1024 * 1024 + 1) }],
])('a restaurant is imported without a photo that %s', async (_, photo) => {
  if (photo === 'silence') app.deps.yelp = client(300)
  yelp.photos.set('/photos/photo.jpg', photo)
  const image_url = `${yelp.url}/photos/photo.jpg`
  yelp.businesses.push({ id: 'photo', name: 'Sample Photo', where, location, image_url })
  const { body } = await importPlaces(['photo'])
  yelp.businesses.pop()
  expect(body).toEqual({ imported: 1, skipped: 0, errors: [] })
  const { imageHash } = await app.db.selectFrom('restaurants').selectAll().executeTakeFirstOrThrow()
  expect([imageHash, canary.requests]).toEqual([null, []])
})
