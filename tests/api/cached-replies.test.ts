// On both engines: two processes.
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createAlert, deleteAlert, updateAlert } from '#features/alerts/contract.ts'
import { createBackup, restoreBackup } from '#features/backups/contract.ts'
import { createCampus, updateCampus } from '#features/campuses/contract.ts'
import { saveDepartments } from '#features/departments/contract.ts'
import { getRecalculation, startRecalculation } from '#features/distances/contract.ts'
import { createRating, updateRating } from '#features/ratings/contract.ts'
import { bulkDeleteRestaurants, createRestaurant, updateRestaurant } from '#features/restaurants/contract.ts'
import { saveSetting } from '#features/settings/contract.ts'
import { restoreTrash } from '#features/trash/contract.ts'
import { startTwoServers, succeed } from '#tests/support/processes/two-servers.ts'
import { startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'

/* Two servers cache their replies; a third one, without a cache, tells what is true. */

const mapbox = await startFakeMapbox()
const { servers, truth, ...people } = await startTwoServers(mapbox.environment)
const rosa = await people.superUser()
const ana = await people.user({ department: 'Finance' })

const paths = [
  '/api/restaurants/campus/arden',
  '/api/restaurants/unrated',
  '/api/restaurants/unrated/arden',
  '/api/restaurants/ratings',
  '/api/campuses',
  '/api/departments',
  '/api/emergency-messages/active',
  '/api/config/public',
]

type Server = (typeof servers)[number]

async function read(server: Server): Promise<Record<string, unknown>> {
  const root = server(rosa)
  const replies = [...paths, `/api/users/${rosa.id}/ratings`].map(async path => [
    path,
    await (await root.fetch(path)).json(),
  ])
  return Object.fromEntries(await Promise.all(replies))
}

/**
 * Fills the caches of both servers with true replies, lets
 * one of them write, and expects both to give the new ones.
 */
async function expectSeen(write: (by: Server) => Promise<unknown>): Promise<void> {
  for (const writer of servers) {
    const before = await read(truth)
    for (const server of servers) expect(await read(server)).toEqual(before)
    await write(writer)
    const after = await read(truth)
    expect(after).not.toEqual(before)
    // The other server first, because the writer could know of its own change anyway.
    for (const server of servers.toSorted((a, b) => Number(a === writer) - Number(b === writer)))
      expect(await read(server)).toEqual(after)
  }
}

let count = 0
const name = (what: string) => {
  count += 1
  return `${what} ${count}`
}
const form = () => ({
  name: name('Kitchen'),
  address: '1 Sample Street',
  campusCode: 'arden',
  price: '$' as const,
  hours: '11 AM - 9 PM',
  distance: 1,
  travelTime: 5,
})
const newRestaurant = async () => (await people.restaurant()).id
const spot = { latitude: 35.4, longitude: -82.5 }

test.each<[string, (by: Server) => Promise<unknown>]>([
  ['a new restaurant', by => succeed(by(rosa).call(createRestaurant, { body: form() }))],
  [
    'team ratings',
    async by =>
      succeed(
        by(rosa).call(updateRestaurant, { params: { id: await newRestaurant() }, body: { ratingAnna: 3 } }),
      ),
  ],
  [
    'a new and then changed rating',
    async by => {
      const restaurantId = await newRestaurant()
      const { body } = await by(rosa).call(createRating, { body: { restaurantId, value: 2 } })
      await succeed(by(rosa).call(updateRating, { params: { id: body.id }, body: { value: 5 } }))
    },
  ],
  [
    'another person’s rating',
    async by =>
      succeed(by(ana).call(createRating, { body: { restaurantId: await newRestaurant(), value: 4 } })),
  ],
  [
    'a deletion of many restaurants and its undo',
    async by => {
      const ids = [await newRestaurant(), await newRestaurant()]
      await succeed(by(ana).call(createRating, { body: { restaurantId: ids[0] ?? 0, value: 4 } }))
      await succeed(by(rosa).call(bulkDeleteRestaurants, { query: { ids: ids.join(',') } }))
      expect(await read(servers[0])).toEqual(await read(truth))
      await succeed(by(rosa).call(restoreTrash, { body: { kind: 'restaurant', ids } }))
    },
  ],
  [
    'a new campus and its new name',
    async by => {
      const code = name('new').replace(' ', '')
      const body = { code, name: name('Campus'), address: '3 Sample Street', ...spot }
      const { body: made } = await by(rosa).call(createCampus, { body })
      expect(await read(servers[0])).toEqual(await read(truth))
      await succeed(by(rosa).call(updateCampus, { params: { id: made.id }, body: { name: name('Campus') } }))
    },
  ],
  [
    'a renamed department',
    async by => {
      const { departments } = (await read(truth))['/api/departments'] as { departments: string[] }
      const [from = '', ...others] = departments
      const to = name('Department')
      await succeed(
        by(rosa).call(saveDepartments, { body: { departments: [to, ...others], rename: { from, to } } }),
      )
    },
  ],
  [
    'an alert, shown, changed and deleted',
    async by => {
      const body = { title: name('Storm'), message: 'Stay in.', isActive: true } as never
      const { body: alert } = await by(rosa).call(createAlert, { body })
      expect(await read(servers[1])).toEqual(await read(truth))
      await succeed(by(rosa).call(deleteAlert, { params: { id: alert.id } }))
      expect(await read(servers[1])).toEqual(await read(truth))
      await succeed(by(rosa).call(restoreTrash, { body: { kind: 'alert', ids: [alert.id] } }))
      expect(await read(servers[1])).toEqual(await read(truth))
      await succeed(by(rosa).call(updateAlert, { params: { id: alert.id }, body: { severity: 'info' } }))
    },
  ],
  [
    'other team members',
    by =>
      succeed(
        by(rosa).call(saveSetting, {
          body: { key: 'team_rating_names', value: `Anna\nRobin${'n'.repeat(name('').length + count)}` },
        }),
      ),
  ],
  [
    'recalculated distances',
    async by => {
      await people.restaurant({ ...spot, distance: 99, distanceIsEstimated: true })
      await succeed(by(rosa).call(startRecalculation))
      while ((await by(rosa).call(getRecalculation)).body.state !== 'Completed') await setTimeout(20)
    },
  ],
  [
    'a restored backup',
    async by => {
      const { body: made } = await by(rosa).call(createBackup, { body: { includeImages: false } })
      await succeed(by(rosa).call(createRestaurant, { body: form() }))
      expect(await read(servers[0])).toEqual(await read(truth))
      await succeed(by(rosa).call(restoreBackup, { params: { filename: made.filename } }))
      await people.restaurant()
    },
  ],
])('both servers show %s as soon as the request was answered', async (_, write) => {
  await expectSeen(write)
})
