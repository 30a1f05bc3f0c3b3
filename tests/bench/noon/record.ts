import { percentile } from '../statistics.ts'

export type Request = { kind: string; due: number; milliseconds: number; status: number }

export type Recording = {
  requests: Request[]
  /** The number of open and of unintentionally lost streams. */
  streams: { open: number; lost: number }
  /** Records a response that arrived just now; status 0 if there was none. */
  note: (kind: string, due: number, status: number) => void
}

export function newRecording(): Recording {
  const requests: Request[] = []
  return {
    requests,
    streams: { open: 0, lost: 0 },
    note: (kind, due, status) =>
      void requests.push({ kind, due, milliseconds: performance.now() - due, status }),
  }
}

export type Latencies = { count: number; p50: number; p95: number; p99: number }

export function latenciesOf(requests: Request[]): Latencies {
  const times = requests.map(({ milliseconds }) => milliseconds)
  return {
    count: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  }
}

/** What an honest user should never see: missing responses and rejections. */
export const failures = (requests: Request[]) =>
  requests.filter(({ status }) => status === 0 || status >= 400)

/** How often each status occurred: `503 × 2, no reply × 1`. */
export function summarizeStatuses(requests: Request[]): string {
  const byStatus = Map.groupBy(requests, ({ status }) => status)
  const words = [...byStatus].map(
    ([status, of]) => `${status === 0 ? 'no reply' : status} × ${of.length.toLocaleString('en-US')}`,
  )
  return words.join(', ') || 'none'
}

/** The requests grouped by kind, most frequent first. */
export const byKind = (requests: Request[]): [string, Request[]][] =>
  [...Map.groupBy(requests, ({ kind }) => kind)].toSorted((a, b) => b[1].length - a[1].length)
