/**
 * `npm run bench:noon`: simulates what 300 people do at noon, at rates that do not depend on the responses,
 * and measures each request from the moment it was due. With `--soak`: a third of that for two hours, to see
 * whether anything grows.
 * Options: --only L-1,L-2, --engine sqlite, --processes 1,2, --minutes 1 (for long rows, or for the soak),
 * --write (the figures into docs/performance.md), --samples FILE (where the soak writes a sample each
 * minute), --judge FILE (judges such a file, even of an interrupted soak).
 */
import { readFile } from 'node:fs/promises'
import { type PrivatePostgres, startPostgres } from '#server/testing/postgres.ts'
import { optionsOf, parseNameList } from '../../scripts/options.ts'
import { enginesHere } from './databases.ts'
import { judgeSoak } from './noon/judge-soak.ts'
import { measureRow } from './noon/measure-row.ts'
import { requestTable, rowCells, verdictTable, writeLines } from './noon/report.ts'
import { rows } from './noon/rows.ts'
import { type Sample, soak } from './noon/soak.ts'
import type { Verdict } from './noon/verdict.ts'

const values = optionsOf({
  only: { type: 'string' },
  engine: { type: 'string' },
  processes: { type: 'string', default: '1' },
  minutes: { type: 'string' },
  write: { type: 'boolean', default: false },
  soak: { type: 'boolean', default: false },
  samples: { type: 'string' },
  judge: { type: 'string' },
})

const wanted = parseNameList(values.engine, ['sqlite', 'postgres'], '--engine')
const engines = enginesHere().filter(engine => wanted?.includes(engine) ?? true)
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
let cluster: Promise<PrivatePostgres> | undefined
const scale = {
  postgresUrl: async () => {
    cluster ??= startPostgres({ durable: true })
    return (await cluster).url
  },
}
let failed = 0
const lines: string[][] = []

if (values.judge) {
  const text = (await readFile(values.judge, 'utf8')).trim()
  show(judgeSoak(text.split('\n').map(line => JSON.parse(line) as Sample)))
} else if (values.soak) await soakAll()
else await measureAll()

await (await cluster)?.stop()
if (values.write) await writeLines(lines)
process.exit(failed > 0 ? 1 : 0)

async function measureAll(): Promise<void> {
  const only = parseNameList(
    values.only,
    rows.map(({ id }) => id),
  )
  for (const row of rows.filter(({ id }) => only?.includes(id) ?? true))
    for (const engine of engines)
      for (const processes of values.processes.split(',').map(Number)) {
        console.log(
          `\n${row.id} ${row.what} (${engine}, ${processes} ${processes === 1 ? 'process' : 'processes'})`,
        )
        const measured = await measureRow(row, { engine, processes, minutes }, scale)
        console.log(`\n${requestTable(measured)}\n`)
        show(measured.verdicts)
        lines.push(rowCells(measured))
      }
}

async function soakAll(): Promise<void> {
  for (const engine of engines) {
    console.log(`\nD-22 a third of noon on ${engine}`)
    const file = values.samples ?? `soak-${engine}.jsonl`
    show(judgeSoak(await soak(engine, scale, { minutes: minutes ?? 120, file, say: console.log })))
  }
}

function show(verdicts: Verdict[]): void {
  console.log(verdictTable(verdicts))
  failed += verdicts.filter(({ holds }) => !holds).length
}
