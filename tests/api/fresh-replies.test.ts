// On both engines: two processes.
import { expect, test } from 'vitest'
import { getRecalculation, startRecalculation } from '#features/distances/contract.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { saveSetting } from '#features/settings/contract.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { listedCalls, sendSample } from '#tests/support/calls/endpoints.ts'
import { startTwoServers, succeed } from '#tests/support/processes/two-servers.ts'
import { rate } from '#tests/support/rate.ts'
import { samplesOf } from '#tests/support/samples/calls.ts'
import { startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'

/* Two servers cache their replies; a third one, without a cache, tells what is true after every write of the contract. */

const mapbox = await startFakeMapbox()
const app = await startTwoServers({ ...mapbox.environment, RATE_LIMITS: 'off', OVERPASS_URL: 'off' })
const { servers, truth } = app
const sampleOf = await samplesOf(app)
const rosa = await app.superUser()
// With five ratings, the reply has suggestions.
for (let n = 0; n < 5; n += 1) await rate(app.deps, rosa.id, (await app.restaurant()).id, { value: 4 })
type Server = (typeof servers)[number]

const paths = [
  '/api/restaurants/campus/arden',
  '/api/restaurants/campus/arden/for-you',
  '/api/restaurants/unrated',
  '/api/restaurants/unrated/arden',
  '/api/restaurants/ratings',
  '/api/campuses',
  '/api/departments',
  '/api/emergency-messages/active',
  '/api/config/public',
  `/api/users/${rosa.id}/ratings`,
]
async function read(server: Server): Promise<Record<string, unknown>> {
  const root = server(rosa)
  return Object.fromEntries(
    await Promise.all(paths.map(async path => [path, await (await root.fetch(path)).json()])),
  )
}

/** Fills the caches of both servers, lets one of them write, and expects both to give true replies. */
async function expectSeen(write: (by: Server) => Promise<unknown>, writer: Server): Promise<void> {
  const before = await read(truth)
  for (const server of servers) expect(await read(server)).toEqual(before)
  await write(writer)
  const after = await read(truth)
  // The other server first, because the writer could know of its own change anyway.
  for (const server of servers.toSorted((a, b) => Number(a === writer) - Number(b === writer)))
    expect(await read(server)).toEqual(after)
}

const writes = (await listedCalls()).calls.filter(
  ({ endpoint }) => endpoint.method !== 'GET' && endpoint.access !== 'public',
)
test.each(writes.map((call, index) => ({ ...call, index })))(
  'both servers show what $name changed as soon as it was answered',
  async ({ endpoint, index }) => {
    await app.db.deleteFrom('lunches').execute()
    await app.db.deleteFrom('standingLunches').execute()
    // Their own account would take those who read with it.
    const owner = endpoint.path.startsWith('/api/user/') ? await app.user() : rosa
    const sent = await sampleOf(endpoint, owner)
    await expectSeen(by => sendSample(by(owner), endpoint, sent), servers[index % 2] ?? servers[0])
  },
)

const place = () =>
  app.restaurant({ latitude: 35.4, longitude: -82.5, distance: 99, distanceIsEstimated: true })
test.each<[string, (by: Server) => Promise<unknown>]>([
  [
    'team ratings',
    async by =>
      succeed(by(rosa).call(updateRestaurant, { ...idParams(await place()), body: { ratingAnna: 3 } })),
  ],
  [
    'other team members',
    by => succeed(by(rosa).call(saveSetting, { body: { key: 'team_rating_names', value: 'Anna\nRobin' } })),
  ],
  [
    'recalculated distances',
    async by => {
      await place()
      await succeed(by(rosa).call(startRecalculation))
      await expect.poll(async () => (await by(rosa).call(getRecalculation)).body.state).toBe('Completed')
    },
  ],
])('both servers show %s', async (_, write) => {
  for (const writer of servers) await expectSeen(write, writer)
})
