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
  const baseline = await reading(5).stop(5)
  return { ...baseline, perSecond: Math.max(2, Math.min(usualRate, 250 / baseline.p50)) }
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

export const busyMachineNote = (baseline: Reads) =>
  baseline.p99 > tooBusy ? ' (a busy machine: times not judged)' : ''

/**
 * Readers must be served beside the crowd, with a p99 of at most so many milliseconds more than without it.
 */
export function expectServed(underLoad: Reads, baseline: Reads, most: number): void {
  const failed = underLoad.statuses.filter(status => status !== 200 && status !== 503)
  expectThat(
    failed.length === 0,
    `${failed.length} of ${underLoad.statuses.length} reads failed: ${failed[0]}`,
  )
  const refused = underLoad.statuses.filter(status => status === 503).length
  // Those that arrive while the crowd begins, which takes less than a second.
  const mostRefused = Math.max(5, underLoad.perSecond)
  expectThat(refused <= mostRefused, `${refused} of ${underLoad.statuses.length} reads were refused`)
  expectThat(
    baseline.p99 > tooBusy || underLoad.p99 < most + baseline.p99,
    `the p99 of reads was ${underLoad.p99.toFixed(0)} ms, before it ${baseline.p99.toFixed(0)} ms`,
  )
}
