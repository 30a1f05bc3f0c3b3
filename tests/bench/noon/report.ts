import { availableParallelism, totalmem } from 'node:os'
import { rewriteReport, table } from '../figures.ts'
import type { Measured } from './measure-row.ts'
import { byKind, latenciesOf, summarizeStatuses } from './record.ts'
import type { Verdict } from './verdict.ts'

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
const count = (value: number) => value.toLocaleString('en-US')

export const verdictTable = (verdicts: Verdict[]): string =>
  table(
    ['what', 'target', 'measured', 'holds'],
    verdicts.map(({ what, target, measured, holds }) => [what, target, measured, holds ? 'yes' : '**no**']),
  )

/** A table of all kinds of requests with their latencies, and the load of the machine. */
export function requestTable({ requests, latencies, observed, ownLagMs, minutes }: Measured): string {
  const line = (kind: string, of: Measured['requests']) => {
    const { p50, p95, p99, max } = latenciesOf(of)
    return [kind, count(of.length), ms(p50), ms(p95), ms(p99), ms(max), summarizeStatuses(of)]
  }
  if (requests.length === 0) return ''
  return [
    table(
      ['request', 'how often', 'p50', 'p95', 'p99', 'max', 'replies'],
      [...byKind(requests).map(([kind, of]) => line(kind, of)), line('all', requests)],
    ),
    `${(latencies.count / minutes / 60).toFixed(1)} requests a second, each ${ms(observed.cpuMs / latencies.count)} of processor time; memory at most ${observed.memoryMb.toFixed(0)} MiB; event loop lag ${ms(observed.lagMs)} at p99, the generator's own ${ms(ownLagMs)}.`,
  ].join('\n\n')
}

const head = [
  'row',
  'scenario',
  'engine',
  'processes',
  'requests',
  'p50',
  'p95',
  'p99',
  'max',
  'memory',
  'event loop lag',
  'checks',
  'date',
]

/** The line of a row in the document. */
export function rowCells({ row, setting, minutes, latencies, observed, verdicts }: Measured): string[] {
  const { count: requests, p50, p95, p99, max } = latencies
  const times = requests === 0 ? ['–', '–', '–', '–'] : [p50, p95, p99, max].map(ms)
  return [
    row.id,
    row.what,
    setting.engine,
    String(setting.processes),
    requests === 0 ? '–' : `${count(requests)} in ${minutes} min`,
    ...times,
    `${observed.memoryMb.toFixed(0)} MiB`,
    ms(observed.lagMs),
    verdicts
      .map(
        ({ what, target, measured, holds }) => `${what}: ${measured}${holds ? '' : ` (**no**: ${target})`}`,
      )
      .join('; '),
    new Date().toISOString().slice(0, 10),
  ]
}

/** Writes lines between their marks; lines of other rows, engines and process counts are kept. */
export async function writeLines(lines: string[][]): Promise<void> {
  const keyOf = (cells: string[]) => [cells[0], cells[2], cells[3]].join()
  await rewriteReport('noon', before => {
    const others = before
      .split('\n')
      .filter(line => /^\| [A-Z]-\d/.test(line))
      .map(line => line.slice(2, -2).split(' | '))
      .filter(cells => !lines.some(line => keyOf(line) === keyOf(cells)))
    const sorted = [...others, ...lines].toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
    const memory = Math.round(totalmem() / 1024 ** 3)
    const machine = `Node ${process.versions.node}, ${availableParallelism()} cores and ${memory} GB of memory, shared with database and generator.`
    return `${machine}\n\n${table(head, sorted)}`
  })
}
