import { table } from '../report.ts'
import type { Measured } from './measure-row.ts'
import { byKind, latenciesOf, summarizeStatuses } from './record.ts'
import type { Verdict } from './rows.ts'

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
    const { p50, p95, p99 } = latenciesOf(of)
    return [kind, count(of.length), ms(p50), ms(p95), ms(p99), summarizeStatuses(of)]
  }
  if (requests.length === 0) return ''
  return [
    table(
      ['request', 'how often', 'p50', 'p95', 'p99', 'replies'],
      [...byKind(requests).map(([kind, of]) => line(kind, of)), line('all', requests)],
    ),
    `${(latencies.count / minutes / 60).toFixed(1)} requests a second, each ${ms(observed.cpuMs / latencies.count)} of processor time; memory at most ${observed.memoryMb.toFixed(0)} MiB; event loop lag ${ms(observed.lagMs)} at p99, the generator's own ${ms(ownLagMs)}.`,
  ].join('\n\n')
}
