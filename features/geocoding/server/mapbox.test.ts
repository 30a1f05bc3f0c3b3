// On one engine: a service of others.
import { beforeEach, expect, test } from 'vitest'
import { estimateTravel } from '#kit/rules/distance.ts'
import { startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'
import { createMapbox } from './mapbox.ts'

const campus = { latitude: 35.5, longitude: -82.5 }
const oak = { latitude: 35.6, longitude: -82.4 }
const south = { latitude: -1, longitude: -82.4 }
// https://docs.mapbox.com/api/search/geocoding/#geographic-feature-types, without streets and addresses.
const areas = ['country', 'region', 'postcode', 'district', 'place', 'locality', 'neighborhood']
const fake = await startFakeMapbox({
  '1 Oak Street': oak,
  ...Object.fromEntries(areas.map(type => [`Middle of the ${type}`, { ...oak, type }])),
  'a/../../x?access_token=y, z': oak,
})
const token = fake.environment.MAPBOX_TOKEN
const mapbox = () => createMapbox({ token, url: fake.url })
const byRoad = (to: typeof oak) => {
  const { distance, travelTime } = estimateTravel(campus, to)
  return { distance: Math.round(distance * 20) / 10, travelTime: travelTime * 2 }
}

beforeEach(() => fake.setMode('normal'))

test('geocoding prefers addresses near the campus, and ignores results that are only a town or the like', async () => {
  expect(await mapbox().geocode(' 1  Oak Street', campus)).toBeNull()
  expect(await mapbox().geocode('1 Oak Street', campus)).toEqual(oak)
  const { query } = fake.requests.at(-1) ?? { query: new URLSearchParams() }
  expect(query.get('proximity')).toBe('-82.5,35.5')
  expect(query.get('limit')).toBe('1')
  expect(await mapbox().geocode('2 Elm Street', campus)).toBeNull()
  for (const area of areas) expect(await mapbox().geocode(`Middle of the ${area}`, campus), area).toBeNull()
})

test('an address with any characters stays a single query parameter of the allowed length [T-81]', async () => {
  expect(await mapbox().geocode('a/../../x?access_token=y; z', campus)).toEqual(oak)
  const { query, path } = fake.requests.at(-1) ?? { query: new URLSearchParams() }
  expect([path, query.getAll('access_token')]).toEqual(['/search/geocode/v6/forward', [token]])
  for (const endless of ['word '.repeat(60), 'x'.repeat(300)])
    expect(await mapbox().geocode(endless, campus)).toBeNull()
})

test('a drive is returned in miles and minutes, and as null if there is no road', async () => {
  expect(await mapbox().drive(campus, oak)).toEqual(byRoad(oak))
  expect(await mapbox().drive(campus, south)).toBeNull()
})

test('many drives from several origins take a single request', async () => {
  const asked = fake.requests.length
  const drives = await mapbox().drives(
    [campus, oak],
    [
      { from: 0, to: oak },
      { from: 1, to: oak },
      { from: 0, to: south },
    ],
  )
  expect(drives).toEqual([byRoad(oak), { distance: 0, travelTime: 2 }, null])
  expect(fake.requests.length).toBe(asked + 1)
})

test('an impossibly long drive is an invalid response, since backups would reject it', async () => {
  const calls = [() => mapbox().drive(campus, oak), () => mapbox().drives([campus], [{ from: 0, to: oak }])]
  for (const [distance, duration] of [
    [1e12, 60],
    [1_000, 1e12],
  ]) {
    const routes = [{ distance, duration }]
    fake.reply(() => ({ json: { routes, distances: [[distance]], durations: [[duration]] } }))
    for (const call of calls) await expect(call()).rejects.toMatchObject({ failure: 'invalid response' })
  }
  fake.reply()
})

test('every call fails with an error message without the token', async () => {
  await fake.setMode('500')
  const calls = await Promise.allSettled([
    mapbox().geocode('1 Oak Street', campus),
    mapbox().drive(campus, oak),
    mapbox().drives([campus], [{ from: 0, to: oak }]),
    mapbox().attempt(),
  ])
  for (const call of calls) {
    const message = call.status === 'rejected' ? (call.reason as Error).message : 'answered'
    expect(message).toMatch(/^Mapbox .*\.$/)
    expect(message).not.toContain(token)
  }
})

test('status 404 means a wrong URL of the service, not an unknown address', async () => {
  const other = createMapbox({ token, url: `${fake.url}/elsewhere` })
  await expect(other.geocode('1 Oak Street', campus)).rejects.toThrow('Mapbox sent a response')
})
