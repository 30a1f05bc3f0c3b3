import { percentile } from '../bench/statistics.ts'
import { pause } from './connections.ts'
import { expectThat } from './scenario.ts'

type Reads = { perSecond: number; statuses: number[]; p50: number; p99: number }

const usualRate = 50

/**
 * Measures response times without the crowd, and from them the rate of reads that this machine can carry. On
 * a machine that is busy with other things reads take longer, so the rate is lower.
 */
export async function measureBaseline(reading: (perSecond: number) => ReturnType<typeof readAtRate>) {
  // The first reads of a process take longer than all others.
  await reading(usualRate).stop(3)
  const quiet = await reading(5).stop(5)
  return { ...quiet, perSecond: Math.max(2, Math.min(usualRate, 250 / quiet.p50)) }
}

/** Reads at a fixed rate until it is stopped, no matter how long responses take. */
export function readAtRate(perSecond: number, read: (i: number) => Promise<number>) {
  const times: number[] = []
  const statuses: number[] = []
  const underWay: Promise<void>[] = []
  const start = performance.now()
  const timer = setInterval(() => {
    // The timer itself may be late: send everything that is due, and measure from when it was due.
    for (;;) {
      const i = underWay.length
      const due = start + (i * 1000) / perSecond
      if (due > performance.now()) return
      const note = (status: number) => {
        times.push(performance.now() - due)
        statuses.push(status)
      }
      underWay.push(read(i).then(note, () => note(0)))
    }
  }, 1000 / perSecond)
  return {
    stop: async (afterSeconds: number): Promise<Reads> => {
      await pause(afterSeconds * 1000)
      clearInterval(timer)
      await Promise.all(underWay)
      return { perSecond, statuses, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
    },
  }
}

/**
 * In milliseconds. If a read takes longer than this without any crowd, the machine is busy, and times say
 * nothing about the server.
 */
const tooBusy = 100

export const busyMachineNote = (quiet: Reads) =>
  quiet.p99 > tooBusy ? ' (a busy machine: times not judged)' : ''

/**
 * Readers must be served beside the crowd, with a p99 of at most so many milliseconds more than without it.
 */
export function expectServed(meanwhile: Reads, quiet: Reads, most: number): void {
  const failed = meanwhile.statuses.filter(status => status !== 200 && status !== 503)
  expectThat(
    failed.length === 0,
    `${failed.length} of ${meanwhile.statuses.length} reads failed: ${failed[0]}`,
  )
  const refused = meanwhile.statuses.filter(status => status === 503).length
  // Those that arrive while the crowd begins, which takes less than a second.
  const mostRefused = Math.max(5, meanwhile.perSecond)
  expectThat(refused <= mostRefused, `${refused} of ${meanwhile.statuses.length} reads were refused`)
  expectThat(
    quiet.p99 > tooBusy || meanwhile.p99 < most + quiet.p99,
    `the p99 of reads was ${meanwhile.p99.toFixed(0)} ms, before it ${quiet.p99.toFixed(0)} ms`,
  )
}
