import { failures, type Latencies, type Request, summarizeStatuses } from './record.ts'
import type { Size } from './sample-data.ts'
import { atMost, type Verdict } from './verdict.ts'
import type { Observed } from './watch.ts'

export type Row = {
  id: string
  what: string
  size: Size
  /** How many people are there, and for how long. */
  people: number
  minutes: number
  judge: (noon: { requests: Request[]; latencies: Latencies; lost: number; observed: Observed }) => Verdict[]
}

const usual: Size = { staff: 1_500, restaurants: 300, ratings: 40_000, signedIn: 601 }

type Judge = Row['judge']

const noFailures: Judge = ({ requests, lost }) => [
  {
    what: 'failed requests and lost streams',
    target: 'none',
    measured: `${summarizeStatuses(failures(requests))}${lost > 0 ? `, ${lost} streams` : ''}`,
    holds: failures(requests).length === 0 && lost === 0,
  },
]

const ordinary: Judge = noon => [
  ...noFailures(noon),
  atMost('p95', noon.latencies.p95, 100, 'ms'),
  atMost('p99', noon.latencies.p99, 300, 'ms'),
  atMost('memory', noon.observed.memoryMb, 300, 'MiB'),
  atMost('event loop lag at p99', noon.observed.lagMs, 100, 'ms'),
]

export const rows: Row[] = [
  {
    id: 'L-1',
    what: 'noon: 300 of 1,500 people',
    size: usual,
    people: 300,
    minutes: 10,
    judge: ordinary,
  },
  {
    id: 'L-2',
    what: 'twice noon: 600 people',
    size: usual,
    people: 600,
    minutes: 5,
    judge: noon => [...noFailures(noon), atMost('p99', noon.latencies.p99, 800, 'ms')],
  },
  {
    id: 'L-6',
    what: 'noon with ten times the data: 15,000 people, 3,000 restaurants, 400,000 ratings',
    size: { staff: 15_000, restaurants: 3_000, ratings: 400_000, signedIn: 301 },
    people: 300,
    minutes: 10,
    judge: ordinary,
  },
]
