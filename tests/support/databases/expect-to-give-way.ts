import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'

/*
 * While long work runs, how much processor time does this thread spend between two turns of the event loop, and between
 * a request and its reply? Processor time, because a busy machine doesn't change it much; and relative to that of a fixed
 * piece of work, because a slow one does. What is only waited for (a lock, another transaction) is seen through the work
 * that is done meanwhile. It can't see a slow disk.
 */

/**
 * In milliseconds: twice the 50 that no call may wait, since others' work in a shared processor's caches makes ours up to
 * twice as slow. Work that doesn't give way takes seconds.
 */
const most = 100
/** How long the sample takes on the machine that the limit was set on. */
const sampleTime = 8

type Work = () => Promise<unknown>

const used = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const sample = Array.from({ length: 1_000 }, (_, id) => ({ id, name: `Place ${id}`, note: 'x'.repeat(50) }))

/** How much slower than the machine that the limit was set on this one is now; 1 if it is not. */
function slowness(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = used()
    for (let i = 0; i < 40; i += 1) JSON.parse(JSON.stringify(sample))
    return used() - before
  })
  // The first is slower than all others.
  return Math.max(1, Math.min(...times) / sampleTime)
}

/** The most processor time, in milliseconds, between two turns and between a request and its reply during some work. */
async function stalls(work: Work, read: Work): Promise<{ turn: number; reply: number }> {
  const longest = { turn: 0, reply: 0 }
  // The first requests are slower than all others.
  for (let i = 0; i < 20; i += 1) await read()
  let isDone = false
  const probe = async (what: keyof typeof longest, once: Work) => {
    while (!isDone) {
      const before = used()
      await once()
      longest[what] = Math.max(longest[what], used() - before)
      await setTimeout(what === 'reply' ? 3 : 0)
    }
  }
  const probes = [probe('turn', () => setTimeout(1)), probe('reply', read)]
  try {
    await work()
  } finally {
    isDone = true
    await Promise.all(probes)
  }
  return longest
}

/** Expects that no call waits for this work, such as `read`. */
export async function expectToGiveWay(work: Work, read: Work): Promise<void> {
  const limit = most * slowness()
  const { turn, reply } = await stalls(work, read)
  expect(Math.max(turn, reply), `turn ${turn}, reply ${reply}`).toBeLessThan(limit)
}
