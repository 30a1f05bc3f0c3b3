/**
 * `npm run bench`: how many Homes, batches and ratings per second the server handles on each engine, compared
 * with a bare node:http that sends the same bytes. With `--calls`: each call's median with 10,000 restaurants
 * and a million ratings. With `--events`: what 300 open streams cost.
 * Options: --rounds 5 and --seconds 1 (of each), --engine sqlite, --ratings 1000,1000000, --only 'home of
 * 300', --write (the figures into docs/performance.md).
 */

import { optionsOf, parseNameList } from '../../scripts/options.ts'
import { measureCalls, reportCalls } from './calls.ts'
import { enginesHere } from './databases.ts'
import { measureEngine } from './engines.ts'
import { measureEvents, reportEvents } from './events.ts'
import { writeReport } from './figures.ts'
import { report } from './report.ts'

const values = optionsOf({
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '1' },
  engine: { type: 'string' },
  ratings: { type: 'string', default: '1000,1000000' },
  only: { type: 'string', default: '' },
  calls: { type: 'boolean', default: false },
  events: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
})

const wanted = parseNameList(values.engine, ['sqlite', 'postgres'], '--engine')
const engines = enginesHere().filter(engine => wanted?.includes(engine) ?? true)
if (!values.engine && !engines.includes('postgres'))
  console.log('PostgreSQL is not installed: only SQLite is measured.\n')

const say = (line: string) => console.log(line)
const ratingCounts = values.ratings.split(',').map(Number)
if (values.calls) {
  const measured = []
  for (const engine of engines) measured.push(...(await measureCalls(engine, ratingCounts.at(-1) ?? 0, say)))
  await finish('calls', reportCalls(measured))
} else if (values.events) {
  const measured = []
  for (const engine of engines) measured.push(await measureEvents(engine))
  await finish('events', reportEvents(measured))
} else {
  const reports = []
  const options = { rounds: Number(values.rounds), seconds: Number(values.seconds), only: values.only }
  for (const engine of engines) reports.push(await measureEngine(engine, { ...options, ratingCounts, say }))
  await finish('figures', report(reports))
}

async function finish(name: string, text: string): Promise<void> {
  console.log(`\n${text}`)
  if (values.write) await writeReport(name, text)
}
