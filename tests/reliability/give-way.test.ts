import { expect, test } from 'vitest'
import { createBackup, restoreBackup } from '#features/backups/contract.ts'
import { startRecalculation } from '#features/distances/contract.ts'
import { mapboxGeocoder } from '#features/geocoding/server/geocoder.ts'
import { createMapbox } from '#features/geocoding/server/mapbox.ts'
import { importRestaurants } from '#features/imports/contract.ts'
import { listImportRuns, startImport, undoImport } from '#features/imports/import-runs-contract.ts'
import { importRatings } from '#features/ratings/admin-ratings-contract.ts'
import { bulkDeleteRestaurants } from '#features/restaurants/contract.ts'
import { startWebsiteCheck } from '#features/restaurants/websites-contract.ts'
import { restoreTrash } from '#features/trash/contract.ts'
import { insertAll } from '#kit/server/database/rows.ts'
import type { Database } from '#kit/server/database/schema.ts'
import type { Jobs } from '#kit/server/deps.ts'
import { idsOf, placesOf } from '#tests/support/backups/import-runs.ts'
import { fill } from '#tests/support/databases/fill.ts'
import { rowsOf } from '#tests/support/databases/rows.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { succeed } from '#tests/support/processes/two-servers.ts'
import { fakeMapboxToken, startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'
import { startFakeOverpass } from '#tests/support/services/fake-overpass.ts'
import { startApp } from '#tests/support/start-app.ts'
import { callsOf, expectToGiveWay } from './support/expect-to-give-way.ts'

/* The time that long work takes from requests, on SQLite. */

const overpass = await startFakeOverpass()
const mapboxFake = await startFakeMapbox()
const app = await startApp(
  { OVERPASS_URL: overpass.url, RATE_LIMITS: 'off' },
  { websites: { check: async () => 'there' } },
)
const { db, deps, clock } = app
await fill(app, { users: 1_000, restaurants: 0, ratings: 0, images: 3 })
const place = await app.restaurant({ latitude: 35.5, longitude: -82.5 })
const root = await app.superUser()
const admin = () => app.as(root)
const users = await db.selectFrom('users').selectAll().where('isVerified', '=', true).orderBy('id').execute()

/** Reports what a call waited for, as `--reporter verbose` shows it. */
const giveWith =
  ({ annotate }: { annotate: (text: string) => Promise<unknown> }) =>
  async (name: string, work: () => Promise<unknown>, mostToWrite?: number) => {
    await annotate(`${name}: ${await expectToGiveWay(work, callsOf(admin(), place.id), mostToWrite)}`)
  }

const { rowOf } = rowsOf(deps)
const add = <T extends keyof Database>(table: T, rows: object[]) =>
  insertAll(db, table, rows.map(row => rowOf(table, row as never)) as never)
async function haveRestaurants(count: number, fields: (i: number) => object = () => ({})) {
  await db.deleteFrom('restaurants').where('id', '!=', place.id).execute()
  const rows = Array.from({ length: count }, (_, i) => ({
    name: `Place ${i}`,
    address: addressOf(i),
    campusCode: 'arden',
    ...fields(i),
  }))
  await add('restaurants', rows)
  return (await db.selectFrom('restaurants').select('id').where('id', '!=', place.id).execute()).map(
    ({ id }) => id,
  )
}
const addressOf = (i: number) => `${i} Oak Street, Suite 1, Arden, NC 28704`
const run = async (job: keyof Jobs) => {
  deps.jobs[job].wake()
  await deps.jobs[job].settled()
}
const deleteNear = (campusCode: string) => admin().call(bulkDeleteRestaurants, { query: { campusCode } })
const recalculate = async () => {
  await succeed(admin().call(startRecalculation))
  await run('recalculation')
}
const csv = (lines: string[]) => new Blob([lines.join('\n')])
const importPlaces = () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => `Kitchen ${i},"${addressOf(i)}",Pizza,,`)
  const file = csv(['name,address,category,phone,website', ...rows])
  return succeed(admin().call(importRestaurants, { query: {}, body: { campusCode: 'arden' }, file }))
}
const importStars = (ids: number[]) => {
  const rows = Array.from(
    { length: 5_000 },
    (_, i) => `${users[i % 900]?.email},${ids[i % ids.length]},4,Good ${i}`,
  )
  const file = csv(['User Email,Restaurant ID,Rating Value,Comment', ...rows])
  return succeed(admin().call(importRatings, { query: {}, file }))
}

// The queues of chat and push are that of mails.
type Own = Exclude<keyof Jobs, 'chatPoster' | 'pushSender'>

/** For each job: prepares as much work as a church may have in years, and returns what does it. */
const prepare: Record<Own, () => Promise<() => Promise<unknown>>> = {
  recalculation: async () => {
    await haveRestaurants(5_000)
    return recalculate
  },
  imports: async () => {
    await haveRestaurants(5_000, i => ({ latitude: 35.4 + i / 50_000, longitude: -82.5 }))
    overpass.known.elements = placesOf(1_000)
    return async () => {
      const body = { source: 'osm' as const, campusCode: 'arden', ids: idsOf(1_000) }
      await succeed(admin().call(startImport, { body }))
      await run('imports')
    }
  },
  websiteCheck: async () => {
    await haveRestaurants(1_000, i => ({ websiteUrl: `https://w${i}.example.org/` }))
    return async () => {
      await succeed(admin().call(startWebsiteCheck))
      await run('websiteCheck')
    }
  },
  mailer: async () => {
    const mail = { channel: 'mail', kind: 'password-changed', server: '', expiresAt: null }
    await add(
      'deliveries',
      users.slice(0, 300).map(({ email }) => {
        return {
          ...mail,
          destination: email,
          payload: JSON.stringify({ toName: 'Ana', messageId: `<${email}>` }),
        }
      }),
    )
    return () => run('mailer')
  },
  lunchClock: async () => {
    const leavesAt = new Date(clock.now().getTime() - 2 * 3_600_000).toISOString()
    const lunches = users
      .slice(0, 500)
      .map(({ id }) => ({ campusCode: 'arden', hostId: id, leavesAt, decidesAt: leavesAt, state: 'voting' }))
    await add('lunches', lunches)
    const rows = await db.selectFrom('lunches').select(['id', 'hostId']).execute()
    await add(
      'lunchPeople',
      rows.map(({ id, hostId }) => ({ lunchId: id, userId: hostId, position: 0 })),
    )
    await add(
      'lunchOptions',
      rows.map(({ id }) => ({ lunchId: id, restaurantId: place.id, name: place.name, position: 0 })),
    )
    return () => run('lunchClock')
  },
  standingLunches: async () => {
    const standing = {
      campusCode: 'arden',
      weekdays: '0123456',
      time: '23:30',
      decidesMinutesBefore: null,
      department: null,
      endsOn: null,
      seats: null,
    }
    await add(
      'standingLunches',
      users.slice(0, 100).map(({ id }) => ({ ...standing, hostId: id })),
    )
    const rows = await db.selectFrom('standingLunches').select(['id', 'hostId']).execute()
    await add(
      'standingRegulars',
      rows.map(({ id, hostId }) => ({ standingId: id, userId: hostId, position: 0 })),
    )
    await add(
      'standingPlaces',
      rows.map(({ id }) => ({ standingId: id, restaurantId: place.id, position: 0 })),
    )
    return () => run('standingLunches')
  },
  reminders: async () => {
    clock.set('2026-11-20T11:30:00-05:00')
    await add(
      'reminders',
      users.map(({ id }) => ({
        userId: id,
        time: '11:00',
        days: '0123456',
        handledOn: null,
        chosenAt: null,
      })),
    )
    return () => run('reminders')
  },
  tasteFitting: async () => {
    await importStars(await haveRestaurants(1_000))
    return () => run('tasteFitting')
  },
  backupSchedule: async () => {
    await importStars(await haveRestaurants(5_000))
    clock.advance({ days: 40 })
    return () => run('backupSchedule')
  },
  housekeeping: async () => {
    await haveRestaurants(5_000)
    await succeed(deleteNear('arden'))
    await db
      .insertInto('restaurants')
      .values({ ...place })
      .execute()
    const announcedAt = '2020-01-01T00:00:00.000Z'
    await add(
      'changes',
      Array.from({ length: 10_000 }, (_, subject) => ({ topic: 'x', subject, announcedAt })),
    )
    clock.advance({ days: 31 })
    return () => run('housekeeping')
  },
}

test.for(Object.entries(prepare))('no call waits for the job %s [T-330]', async ([job, prepared], own) => {
  await giveWith(own)(job, await prepared())
})

test('no call waits for an import, its Undo, or a recalculation of what was deleted [T-330]', async own => {
  const give = giveWith(own)
  await haveRestaurants(0)
  await give('import of 5,000 restaurants', importPlaces)
  const [latest] = (await admin().call(listImportRuns)).body
  await give('its Undo', () => succeed(admin().call(undoImport, { params: { id: latest?.id ?? 0 } })))

  const mapbox = createMapbox({ token: fakeMapboxToken, url: mapboxFake.url })
  Object.assign(deps, { mapbox, geocoder: mapboxGeocoder(mapbox) })
  await give('import, then recalculation', async () => {
    await importPlaces()
    await succeed(deleteNear('brevard'))
    await db.deleteFrom('restaurants').where('id', '!=', place.id).execute()
    await run('recalculation')
  })
  Object.assign(deps, { mapbox: null, geocoder: null })
})

test('no call waits for ratings that are imported twice, a bulk deletion, or a restore [T-330]', async own => {
  const give = giveWith(own)
  const ids = await haveRestaurants(5_000, () => ({ campusCode: 'brevard' }))
  await importStars(ids)
  await give('import of 5,000 ratings, again', () => importStars(ids))
  expect(await db.selectFrom('ratings').select('id').execute()).toHaveLength(5_000)
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
  const { filename } = (await admin().call(createBackup, { body: { includeImages: true } })).body
  // It writes every row of the database anew: here some 20,000, in 290 ms where nothing else runs.
  await give('restore', () => succeed(admin().call(restoreBackup, { params: { filename } })), 900)
  await give('deletion of 5,000 restaurants', () => succeed(deleteNear('brevard')))
  await give('1,000 restaurants from the trash', () =>
    succeed(admin().call(restoreTrash, { body: { kind: 'restaurant', ids: ids.slice(0, 1_000) } })),
  )
})
