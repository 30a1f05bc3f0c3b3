/**
 * `node tests/bench/taste-fit.ts`: the time and memory to learn from a million generated ratings, the cost of
 * reading For You beside its list, and how much longer other requests take while the server learns.
 */
import type { AddressInfo } from 'node:net'
import { fitTaste } from '#domain/taste/model.ts'
import { findNeighbors } from '#domain/taste/neighbors.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import { recountTallies } from '#server/data/tallies-store.ts'
import type { Deps } from '#server/deps.ts'
import { prepareInstallation } from '#server/features/installation/prepare-installation.ts'
import { newDatabase } from './databases.ts'
import { fillPlaces } from './fill.ts'
import { generateRatings } from './generate-ratings.ts'
import { median } from './statistics.ts'

const rows = [...generateRatings({ people: 1_000, places: 10_000, ratings: 1_075_000 })]
console.log(`${rows.length.toLocaleString('en-US')} ratings`)
fitAlone()
console.log(`most memory: ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`)

function fitAlone(): void {
  const ratings = {
    people: Int32Array.from(rows, ([person]) => person),
    places: Int32Array.from(rows, ([, place]) => place),
    values: Float64Array.from(rows, ([, , stars]) => stars),
  }
  const time = (name: string, work: () => unknown) => {
    const begin = performance.now()
    work()
    console.log(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  }
  time('model', () => fitTaste(ratings))
  time('reasons', () => findNeighbors(ratings))
}

async function fitBesideRequests(): Promise<void> {
  const database = await newDatabase('sqlite')
  const deps = await createDeps(readConfig({ ...database.environment, PORT: '0' }))
  await prepareInstallation(deps)
  const people = await fillPlaces(deps.db, { more: 10_000 - 2_360 })
  await insertRatings(deps)
  const app = await createApp(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const headers = { cookie: people[0]?.cookie ?? '' }
  /** Requests a path and returns the milliseconds. */
  const take = async (path: string): Promise<number> => {
    const begin = performance.now()
    const response = await fetch(origin + path, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    return performance.now() - begin
  }
  const takeOften = async (path: string, goesOn: (done: number) => boolean) => {
    const times: number[] = []
    while (goesOn(times.length)) times.push(await take(path))
    return times
  }
  const text = (times: number[]) => {
    const late = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
    return `median ${median(times).toFixed(1)} ms, 99% within ${late.toFixed(0)} ms`
  }
  try {
    const list = '/api/restaurants/campus/brevard'
    const own = '/api/visits'
    await takeOften(own, done => done < 20)
    const usual = await takeOften(own, done => done < 2_000)
    let isLearning = true
    const begin = performance.now()
    deps.tasteFitting.wake()
    const learned = deps.tasteFitting.settled().then(() => {
      isLearning = false
    })
    const duringLearning = await takeOften(own, () => isLearning)
    await learned
    console.log(
      `learned by the server in ${((performance.now() - begin) / 1000).toFixed(1)} s; another call in the meantime: ${text(duringLearning)}; usually: ${text(usual)}`,
    )
    const forYou = `${list}/for-you`
    console.log(`first For You, which reads the model: ${(await take(forYou)).toFixed(0)} ms`)
    console.log(`For You of 300 places: ${text(await takeOften(forYou, done => done < 50))}`)
    await changeSomething(deps)
    console.log(`their list, regenerated: ${(await take(list)).toFixed(1)} ms`)
    console.log(`their list, cached: ${text(await takeOften(list, done => done < 50))}`)
  } finally {
    app.server.closeAllConnections()
    await app.close()
    await deps.tasteFitting.stop()
    await deps.db.destroy()
    await database.remove()
  }
}

async function insertRatings({ db, now }: Deps): Promise<void> {
  const idsOf = async (table: 'users' | 'restaurants') =>
    (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
  // The first user is the primary admin.
  const [users, places] = [(await idsOf('users')).slice(1), await idsOf('restaurants')]
  const time = now().toISOString()
  await db.transaction().execute(async tx => {
    for (let start = 0; start < rows.length; start += 5_000) {
      const values = rows.slice(start, start + 5_000).map(([person, place, value]) => ({
        userId: users[person] as number,
        restaurantId: places[place] as number,
        value,
        comment: null,
        createdAt: time,
        updatedAt: time,
      }))
      await tx.insertInto('ratings').values(values).execute()
    }
    await recountTallies(tx)
  })
}

/** Invalidates the cached list. */
const changeSomething = ({ db }: Deps) =>
  db.updateTable('restaurants').set({ hours: 'Daily 11 AM - 9 PM' }).where('id', '=', 100).execute()

await fitBesideRequests()
