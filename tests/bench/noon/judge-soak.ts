import { median, slope } from '../statistics.ts'
import type { Sample } from './soak.ts'
import type { Verdict } from './verdict.ts'

/**
 * Caches and the like are filled at first, which is not growth: skip the first third, at most half an hour.
 */
const warmUp = (minutes: number) => Math.min(30, minutes / 3)
/** In MiB: the most that a row and its index entries may take. */
const rowMb = 1 / 1024

/** Judges whether anything has grown that should not. */
export function judgeSoak(samples: Sample[]): Verdict[] {
  const [last] = samples.slice(-1)
  const warm = samples.filter(({ minute }) => minute > warmUp(last?.minute ?? 0))
  const [first] = warm
  if (!first || !last || warm.length < 3) throw new Error('The soak was too short to say anything')
  const perTenMinutes = (of: (sample: Sample) => number) =>
    10 * slope(warm.map(sample => ({ x: sample.minute, y: of(sample) })))
  const most = (of: (sample: Sample) => number) => Math.max(...samples.map(of))

  const rss = perTenMinutes(({ rssMb }) => rssMb)
  const heap = perTenMinutes(({ heapMb }) => heapMb)
  const files = perTenMinutes(sample => sample.files)
  const sockets = perTenMinutes(sample => sample.sockets)
  const usualSockets = median(warm.map(sample => sample.sockets))
  const streams = warm.map(sample => sample.streams)
  const log = ((last.logBytes - first.logBytes) / (last.minute - first.minute)) * 60
  const growth = last.databaseMb - first.databaseMb
  const rows = total(last) - total(first)
  const explained = rows * rowMb + Math.max(last.imageMb - first.imageMb, 0) + 1
  return [
    {
      what: 'memory of the server',
      target: 'growth of less than 1 MiB in ten minutes',
      measured: `${signed(rss)} MiB, heap ${signed(heap)} MiB; at most ${most(({ rssMb }) => rssMb).toFixed(0)} MiB`,
      holds: rss < 1,
    },
    {
      what: 'open files without connections',
      target: 'no growth',
      measured: `${signed(files)} in ten minutes; ${first.files} to ${last.files}`,
      holds: files <= 0,
    },
    {
      what: 'connections',
      target: 'growth of less than 1% in ten minutes',
      measured: `${signed(sockets)} of ${usualSockets}`,
      holds: sockets < usualSockets / 100,
    },
    {
      what: 'event streams',
      target: 'one per person, none lost',
      measured: `${Math.min(...streams)} to ${Math.max(...streams)}, ${last.lost} lost`,
      holds: last.lost === 0 && Math.min(...streams) === Math.max(...streams),
    },
    {
      what: 'write-ahead log of SQLite',
      target: 'less than 64 MiB',
      measured: `at most ${most(({ walMb }) => walMb).toFixed(1)} MiB`,
      holds: most(({ walMb }) => walMb) < 64,
    },
    {
      what: 'database',
      target: 'no more than the data written: 1 KiB per row, the pictures, and 1 MiB',
      measured: `${signed(growth)} MiB for ${rows.toLocaleString('en-US')} additional rows and ${signed(last.imageMb - first.imageMb)} MiB of pictures`,
      holds: growth <= explained,
    },
    {
      what: 'log',
      target: 'less than 1 MiB per hour',
      measured: `${(log / 1024).toFixed(1)} KiB per hour`,
      holds: log < 1024 ** 2,
    },
    {
      what: 'refused or unanswered requests',
      target: 'none',
      measured: `${last.failed} of ${last.requests.toLocaleString('en-US')}${last.failures ? ` (${last.failures})` : ''}`,
      holds: last.failed === 0,
    },
  ]
}

const total = ({ rows }: Sample) => Object.values(rows).reduce<number>((sum, count) => sum + (count ?? 0), 0)

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
