import { arriveTogether, type Scene, signInTogether, uploadTogether } from './incidents.ts'
import { failures, type Latencies, type Request, summarizeStatuses } from './record.ts'
import type { Size } from './sample-data.ts'
import { atMost, type Verdict } from './verdict.ts'
import type { Observed } from './watch.ts'

export type Row = {
  id: string
  what: string
  size: Size
  /** How many people are there, besides the incident, and for how long. */
  people: number
  minutes: number
  /** Whether 2,000 additional connections stay open. */
  idle?: true
  /** Starts once all people have arrived; its verdicts are added. */
  incident?: (scene: Scene) => Promise<Verdict[]>
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
    id: 'L-4',
    what: 'noon, and 300 sign-ins within ten seconds',
    size: usual,
    people: 300,
    minutes: 1.5,
    incident: signInTogether,
    judge: noFailures,
  },
  {
    id: 'L-5',
    what: 'noon, and 2,000 idle connections',
    size: usual,
    people: 300,
    minutes: 10,
    idle: true,
    judge: ordinary,
  },
  {
    id: 'L-6',
    what: 'noon with ten times the data: 15,000 people, 3,000 restaurants, 400,000 ratings',
    size: { staff: 15_000, restaurants: 3_000, ratings: 400_000, signedIn: 301 },
    people: 300,
    minutes: 10,
    judge: ordinary,
  },
  {
    id: 'L-7',
    what: 'from zero to 600 people within five seconds',
    size: usual,
    people: 0,
    minutes: 0,
    incident: arriveTogether,
    judge: () => [],
  },
  {
    id: 'L-8',
    what: 'noon, and 30 photos of 9 MB at the same time',
    size: usual,
    people: 300,
    minutes: 2,
    incident: uploadTogether,
    judge: noon => [...noFailures(noon), atMost('memory', noon.observed.memoryMb, 600, 'MiB')],
  },
]
