/**
 * `npm run bench:noon`: simulates what 300 people do at noon, at rates that do not depend on the responses, and measures
 * each request from the moment it was due. Options: --only L-1,L-2, --engine sqlite, --processes 1,2, --minutes 1.
 */
import { optionsOf, parseNameList } from '../../scripts/options.ts'
import { measureRow } from './noon/measure-row.ts'
import { latenciesOf, type Request, summarizeStatuses } from './noon/record.ts'
import { judge, rows } from './noon/rows.ts'
import { table } from './report.ts'
import { enginesOf } from './servers.ts'

const values = optionsOf({
  only: { type: 'string' },
  engine: { type: 'string' },
  processes: { type: 'string', default: '1' },
  minutes: { type: 'string' },
})
const engines = enginesOf(values.engine)
const only = parseNameList(
  values.only,
  rows.map(({ id }) => id),
)
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
const count = (value: number) => value.toLocaleString('en-US')

/** A table of all kinds of requests with their latencies, most frequent first. */
function requestTable(requests: Request[]): string {
  const byKind = [...Map.groupBy(requests, ({ kind }) => kind)].toSorted((a, b) => b[1].length - a[1].length)
  const lines = [...byKind, ['all', requests] as const].map(([kind, of]) => {
    const { p50, p95, p99 } = latenciesOf(of)
    return [kind, count(of.length), ms(p50), ms(p95), ms(p99), summarizeStatuses(of)]
  })
  return table(['request', 'how often', 'p50', 'p95', 'p99', 'replies'], lines)
}

let failed = 0
for (const row of rows.filter(({ id }) => only?.includes(id) ?? true))
  for (const engine of engines)
    for (const processes of values.processes.split(',').map(Number)) {
      console.log(`\n${row.id} ${row.what} (${engine}, ${processes} processes)`)
      const minutes = values.minutes === undefined ? row.minutes : Number(values.minutes)
      const noon = await measureRow(row, { engine, processes, minutes })
      const { requests, observed, ownLagMs } = noon
      console.log(`\n${requestTable(requests)}\n
${(requests.length / minutes / 60).toFixed(1)} requests a second, each ${ms(observed.cpuMs / requests.length)} of processor time; memory at most ${observed.memoryMb.toFixed(0)} MiB; event loop lag ${ms(observed.lagMs)} at p99, the generator's own ${ms(ownLagMs)}.\n`)
      const verdicts = judge(row, noon)
      console.log(table(['what', 'target', 'measured', 'holds'], verdicts))
      failed += verdicts.filter(cells => cells.at(-1) !== 'yes').length
    }

process.exit(failed > 0 ? 1 : 0)
