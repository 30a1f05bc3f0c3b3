/**
 * `npm run bench:noon`: simulates what 300 people do at noon, at rates that do not depend on the responses, and measures
 * each request from the moment it was due. Options: --only L-1,L-2, --engine sqlite, --minutes 1.
 */
import { campuses } from '#features/installation/server/first-data.ts'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import { addPushDevices, startPushService } from '#tests/support/push/start-push-service.ts'
import { optionsOf, parseNameList } from '../../scripts/options.ts'
import { recordHome } from './browser.ts'
import { fillPlaces, type Person } from './fill.ts'
import { playCrowd } from './noon/crowd.ts'
import { judge, type Limits, ms, requestTable } from './noon/results.ts'
import { table } from './report.ts'
import { enginesOf, startFilledServer, usageOf } from './servers.ts'

const usual = { staff: 1_500, restaurants: 300, ratings: 40_000, signedIn: 601 }
const tenfold = { staff: 15_000, restaurants: 3_000, ratings: 400_000, signedIn: 301 }
const limits: Limits = { p95: 100, p99: 300, memory: 300, lag: 100 }

/** How much data there is, how many people are there, and for how long. */
const rows = [
  { id: 'L-1', what: 'noon: 300 of 1,500 people', size: usual, people: 300, minutes: 10, limits },
  { id: 'L-2', what: 'twice noon: 600 people', size: usual, people: 600, minutes: 5, limits: { p99: 800 } },
  { id: 'L-6', what: 'noon with ten times the data', size: tenfold, people: 300, minutes: 10, limits },
]

const values = optionsOf({
  only: { type: 'string' },
  engine: { type: 'string' },
  minutes: { type: 'string' },
})
const engines = enginesOf(values.engine)
const ids = rows.map(({ id }) => id)
const only = parseNameList(values.only, ids) ?? ids

let failed = 0
for (const row of rows.filter(({ id }) => only.includes(id)))
  for (const engine of engines) {
    console.log(`\n${row.id} ${row.what} (${engine})`)
    const minutes = Number(values.minutes ?? row.minutes)
    const noon = await measureRow({ ...row, minutes }, engine)
    const { requests, cpuMs, memoryMb, lagMs, ownLagMs } = noon
    console.log(`\n${requestTable(requests)}\n
${(requests.length / minutes / 60).toFixed(1)} requests a second, each ${ms(cpuMs / requests.length)} of processor time; memory at most ${memoryMb.toFixed(0)} MiB; event loop lag ${ms(lagMs)} at p99, the generator's own ${ms(ownLagMs)}.\n`)
    const verdicts = judge(row.limits, noon)
    console.log(table(['what', 'target', 'measured', 'holds'], verdicts))
    failed += verdicts.filter(cells => cells.at(-1) !== 'yes').length
  }
process.exit(failed > 0 ? 1 : 0)

/** Plays a noon, of people who are notified, with a server on a new, filled database. All limits apply, as in production. */
async function measureRow({ size, people, minutes }: (typeof rows)[number], engine: Engine) {
  const push = await startPushService()
  const env = { RATE_LIMITS: 'on', PUSH: process.env.PUSH ?? 'on', ...push.environment }
  const restaurants = Math.round(size.restaurants / campuses.length)
  const all = campuses.map(({ code }) => ({ campusCode: code, restaurants }))
  const { filled, server, stop } = await startFilledServer(engine, env, async deps => {
    const filled = await fillPlaces(deps, { ...size, campuses: all, photos: 40 })
    await addPushDevices(deps, filled.people, ['leaving', 'changed', 'closing', 'started'])
    return filled
  })
  const home = await recordHome(server.origin, filled.people[0] as Person)
  const places = Map.groupBy(filled.places, ({ campusCode }) => campusCode)
  const play = (count: number, seconds: number) =>
    playCrowd(server.origin, filled.people.slice(0, count), { home, places }, seconds)
  // A server at noon has been running since the morning, so compiling and first reads must not be measured.
  await play(30, 15)
  const before = await usageOf(server)
  const noon = await play(people, minutes * 60)
  const after = await usageOf(server)
  console.log(`${push.countMessages()} notifications were sent`)
  await stop()
  await push.stop()
  return {
    ...noon,
    cpuMs: after.cpuMs - before.cpuMs,
    memoryMb: after.peakMb / 1.048_576,
    lagMs: after.lagMs,
  }
}
