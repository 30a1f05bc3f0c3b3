/**
 * `npm run bench`: how many pages, batches and ratings per second the server handles on each engine, compared with a
 * bare node:http that sends the same bytes. Options: --rounds 5 and --seconds 1 (of each), --engine sqlite, --ratings
 * 50000, --only 'page of 300', --write into docs/performance.md.
 */
import { optionsOf, parseNameList } from '../../scripts/options.ts'
import { enginesHere } from './databases.ts'
import { measureEngine } from './http/engines.ts'
import { publish, report } from './report.ts'

const values = optionsOf({
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '1' },
  engine: { type: 'string' },
  ratings: { type: 'string', default: '50000' },
  only: { type: 'string', default: '' },
  write: { type: 'boolean' },
})

const wanted = parseNameList(values.engine, ['sqlite', 'postgres'], '--engine')
const engines = enginesHere().filter(engine => wanted?.includes(engine) ?? true)
if (!values.engine && !engines.includes('postgres'))
  console.log('PostgreSQL is not installed: only SQLite is measured.\n')

const say = (line: string) => console.log(line)
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  only: values.only,
  ratings: Number(values.ratings),
  say,
}
const reports = []
for (const engine of engines) reports.push(await measureEngine(engine, options))
await publish(report(reports), 'figures', values.write)
