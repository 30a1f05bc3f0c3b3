import { percentile } from '../statistics.ts'

/** Status 0 means no response. */
export type Request = { kind: string; milliseconds: number; status: number }

export class Recording {
  readonly requests: Request[] = []
  /** How many streams ended that nobody closed. */
  lostStreams = 0

  /** Records a response that arrived just now. */
  note(kind: string, due: number, status: number): void {
    this.requests.push({ kind, milliseconds: performance.now() - due, status })
  }
}

export function latenciesOf(requests: Request[]) {
  const times = requests.map(({ milliseconds }) => milliseconds)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(share => percentile(times, share)) as [number, number, number]
  return { p50, p95, p99 }
}

/** How often each status occurred: `503 × 2, no reply × 1`. */
export function summarizeStatuses(requests: Request[]): string {
  const byStatus = Map.groupBy(requests, ({ status }) => status)
  const words = [...byStatus].map(
    ([status, of]) => `${status === 0 ? 'no reply' : status} × ${of.length.toLocaleString('en-US')}`,
  )
  return words.join(', ') || 'none'
}
