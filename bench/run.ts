/**
 * `npm run bench`: what the home page's calls cost, with few and with a million ratings, on each engine.
 * Options: --seconds 2 (of each measurement), --engine sqlite, --ratings 1000,50000,1000000, --write (the figures
 * into docs/performance.md).
 */
import { parseArgs } from 'node:util'
import type { Engine } from '#server/database/dialect.ts'
import { enginesHere } from './databases.ts'
import { measureListAndRatings } from './list-and-ratings.ts'
import { report, writeReport } from './report.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    engine: { type: 'string' },
    ratings: { type: 'string', default: '1000,50000,1000000' },
    write: { type: 'boolean', default: false },
  },
})

const engines = enginesHere().filter(engine => !values.engine || engine === values.engine)
if (!engines.includes('postgres' satisfies Engine) && !values.engine)
  console.log('PostgreSQL is not installed: only SQLite is measured.\n')

const options = {
  seconds: Number(values.seconds),
  ratingCounts: values.ratings.split(',').map(Number),
  tell: (line: string) => console.log(line),
}
const measurements = []
for (const engine of engines) measurements.push(...(await measureListAndRatings(engine, options)))

const text = report(measurements)
console.log(`\n${text}`)
if (values.write) await writeReport(text)
