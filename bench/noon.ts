/**
 * `npm run bench:noon`: what 300 people do at noon, at rates that no reply slows down, and how long each request took from the
 * moment it was due.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type PrivatePostgres, startPostgres } from '#server/testing/postgres.ts'
import { enginesHere } from './databases.ts'
import { table } from './figures.ts'
import { judgeSoak } from './noon/judge-soak.ts'
import { type Sample, soak } from './noon/soak.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    minutes: { type: 'string' },
    soak: { type: 'boolean', default: false },
    judge: { type: 'string' },
    samples: { type: 'string' },
  },
})
const engines = enginesHere().filter(engine => !values.engine || engine === values.engine)
let cluster: Promise<PrivatePostgres> | undefined
const postgresUrl = async () => {
  cluster ??= startPostgres({ durable: true })
  return (await cluster).url
}
let fails = 0
function show(samples: Sample[]) {
  const verdicts = judgeSoak(samples)
  console.log(
    table(
      ['what', 'target', 'measured', 'holds'],
      verdicts.map(({ what, target, measured, holds }) => [what, target, measured, holds ? 'yes' : 'NO']),
    ),
  )
  fails += verdicts.filter(({ holds }) => !holds).length
}
if (values.judge) {
  const lines = (await readFile(values.judge, 'utf8')).trim().split('\n')
  show(lines.map(line => JSON.parse(line) as Sample))
} else if (values.soak)
  for (const engine of engines)
    show(
      await soak(
        engine,
        { postgresUrl },
        {
          minutes: Number(values.minutes ?? 120),
          file: values.samples ?? `soak-${engine}.jsonl`,
          say: line => console.log(line),
        },
      ),
    )
await (await cluster)?.stop()
process.exit(fails > 0 ? 1 : 0)
