/**
 * `npm run bench`: how many pages, batches and ratings per second the server handles on each engine, compared with a
 * bare node:http that sends the same bytes. Options: --rounds 5 (of each), --engine sqlite, --ratings
 * 50000, --only 'page of 300', --write into docs/performance.md.
 */
import { availableParallelism } from 'node:os'
import { optionsOf } from '../../scripts/options.ts'
import { fillPlaces } from './fill.ts'
import { measure } from './http/measure.ts'
import { campusSizes, scenariosOf } from './http/scenarios.ts'
import { publish, table } from './report.ts'
import { enginesOf, startFilledServer, usageOf } from './servers.ts'

const values = optionsOf({
  rounds: { type: 'string', default: '5' },
  engine: { type: 'string' },
  ratings: { type: 'string', default: '50000' },
  only: { type: 'string', default: '' },
  write: { type: 'boolean' },
})
const engines = enginesOf(values.engine)
if (!values.engine && !engines.includes('postgres'))
  console.log('PostgreSQL is not installed: only SQLite is measured.\n')

const calls: string[][] = []
const memory: string[][] = []
for (const engine of engines) {
  const size = { staff: 150, campuses: campusSizes, ratings: Number(values.ratings), signedIn: 40 }
  const { filled, server, stop } = await startFilledServer(engine, {}, async deps => {
    const { people } = await fillPlaces(deps, size)
    // What is learned of them is there when the server starts, as on any other day.
    deps.jobs.tasteFitting.wake()
    await deps.jobs.tasteFitting.settled()
    return people
  })
  const { rssMb: idle } = await usageOf(server)
  console.log(`${engine}: ready after ${Math.round(server.seconds * 1000)} ms`)
  for (const scenario of await scenariosOf(server.origin, filled)) {
    if (!scenario.name.includes(values.only)) continue
    console.log(`  ${scenario.name}`)
    calls.push([engine, ...(await measure(server, scenario, Number(values.rounds)))])
  }
  const { rssMb: loaded, peakMb: peak } = await usageOf(server)
  const megabytes = [idle, loaded, peak].map(size => `${Math.round(size)} MB`)
  memory.push([engine, `${Math.round(server.seconds * 1000)} ms`, ...megabytes])
  await stop()
}
const figures = [
  `Node ${process.versions.node}, ${availableParallelism()} cores, shared with database and load generator; 20 people at once, each sending its next request after the reply to the last one.`,
  table(
    ['engine', 'scenario', 'size', 'per second', 'bare server', 'ratio', 'p99', 'CPU each', 'bare server'],
    calls,
  ),
  table(['engine', 'ready after', 'memory idle', 'memory after load', 'peak memory'], memory),
]
await publish(figures, 'figures', values.write)
