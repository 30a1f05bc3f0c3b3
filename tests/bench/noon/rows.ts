import { latenciesOf, type Request, summarizeStatuses } from './record.ts'
import type { Size } from './sample-data.ts'

export type Row = {
  id: string
  what: string
  size: Size
  /** How many people are there, and for how long. */
  people: number
  minutes: number
  /** Milliseconds, and MiB for the memory; each must be lower. */
  limits: Partial<Record<'p95' | 'p99' | 'memory' | 'lag', number>>
}

const usual: Size = { staff: 1_500, restaurants: 300, ratings: 40_000, signedIn: 601 }
const limits = { p95: 100, p99: 300, memory: 300, lag: 100 }

export const rows: Row[] = [
  { id: 'L-1', what: 'noon: 300 of 1,500 people', size: usual, people: 300, minutes: 10, limits },
  { id: 'L-2', what: 'twice noon: 600 people', size: usual, people: 600, minutes: 5, limits: { p99: 800 } },
  {
    id: 'L-6',
    what: 'noon with ten times the data: 15,000 people, 3,000 restaurants, 400,000 ratings',
    size: { staff: 15_000, restaurants: 3_000, ratings: 400_000, signedIn: 301 },
    people: 300,
    minutes: 10,
    limits,
  },
]

/** The highest memory and lag of any server, and the processor time of all servers together. */
export type Observed = { memoryMb: number; lagMs: number; cpuMs: number }

type Noon = { requests: Request[]; lostStreams: number; observed: Observed }

/** The conditions that must hold: each with its target, what was measured, and whether it holds. */
export function judge({ limits }: Row, { requests, lostStreams, observed }: Noon): string[][] {
  const measured = { ...latenciesOf(requests), memory: observed.memoryMb, lag: observed.lagMs }
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
