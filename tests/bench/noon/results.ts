import { count, percentile, table } from '../report.ts'

/** Status 0 means no response. */
type Request = { kind: string; milliseconds: number; status: number }

/** What the browsers of a noon saw; the lost streams are those that ended though nobody closed them. */
export type Recording = { requests: Request[]; lostStreams: number }

/** Milliseconds, and MiB for the memory; each must be lower. */
export type Limits = Partial<Record<'p95' | 'p99' | 'memory' | 'lag', number>>

/** With what the server used meanwhile. */
type Noon = Recording & { cpuMs: number; memoryMb: number; lagMs: number }

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

function latenciesOf(requests: Request[]) {
  const times = requests.map(({ milliseconds }) => milliseconds)
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) }
}

/** How often each status occurred: `503 × 2, no reply × 1`. */
function summarizeStatuses(requests: Request[]): string {
  const byStatus = [...Map.groupBy(requests, ({ status }) => status)]
  return byStatus.map(([status, of]) => `${status || 'no reply'} × ${count(of.length)}`).join(', ') || 'none'
}

/** A table of all kinds of requests with their latencies, most frequent first. */
export function requestTable(requests: Request[]): string {
  const byKind = [...Map.groupBy(requests, ({ kind }) => kind)].toSorted((a, b) => b[1].length - a[1].length)
  const lines = [...byKind, ['all', requests] as const].map(([kind, of]) => {
    const { p50, p95, p99 } = latenciesOf(of)
    return [kind, count(of.length), ms(p50), ms(p95), ms(p99), summarizeStatuses(of)]
  })
  return table(['request', 'how often', 'p50', 'p95', 'p99', 'replies'], lines)
}

/** The conditions that must hold: each with its target, what was measured, and whether it holds. */
export function judge(limits: Limits, { requests, lostStreams, memoryMb, lagMs }: Noon): string[][] {
  const measured = { ...latenciesOf(requests), memory: memoryMb, lag: lagMs }
  // What an honest user should never see: missing responses and rejections.
  const failed = requests.filter(({ status }) => status === 0 || status >= 400)
  const streams = lostStreams > 0 ? `, ${lostStreams} streams` : ''
  const isServed = failed.length === 0 && lostStreams === 0
  return [
    ['failed requests and lost streams', 'none', summarizeStatuses(failed) + streams, inWords(isServed)],
    ...Object.entries(limits).map(([what, limit]) => {
      const value = measured[what as keyof typeof limits]
      const unit = what === 'memory' ? 'MiB' : 'ms'
      return [what, `less than ${limit} ${unit}`, `${value.toFixed(0)} ${unit}`, inWords(value < limit)]
    }),
  ]
}

const inWords = (holds: boolean) => (holds ? 'yes' : '**no**')
