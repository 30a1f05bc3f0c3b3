import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { addFavorite } from '#features/favorites/contract.ts'
import { getRestaurant } from '#features/restaurants/contract.ts'
import type { TestApp } from '#tests/support/start-app.ts'

/*
 * While long work runs, how much processor time does this thread spend between two turns of the event loop, and between
 * a request and its reply? Processor time, because a busy machine doesn't change it much; and relative to that of a fixed
 * piece of work, because a slow one does. What is only waited for (a lock, another transaction) is seen through the work
 * that is done meanwhile. It can't see a slow disk.
 */

/**
 * In milliseconds: twice the 50 that no call may wait, since others' work in a shared processor's caches makes ours up to
 * twice as slow. Work that doesn't give way takes seconds. On SQLite, who writes waits for the whole transaction of an
 * import or a deletion of thousands of rows, which is all or nothing: 100 where nothing else runs, 200 where much does.
 */
const most = { turn: 100, reply: 100, write: 300 }
/** How long the sample takes on the machine that the limit was set on. */
const sampleTime = 8

type Work = () => Promise<unknown>
type Calls = { read: Work; write: Work }

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
async function stalls(work: Work, { read, write }: Calls): Promise<typeof most> {
  const longest = { turn: 0, reply: 0, write: 0 }
  // The first requests are slower than all others.
  for (let i = 0; i < 20; i += 1) for (const call of [read, write]) await call()
  let isDone = false
  const probe = async (what: keyof typeof longest, once: Work) => {
    while (!isDone) {
      const before = used()
      await once()
      longest[what] = Math.max(longest[what], used() - before)
      await setTimeout(what === 'turn' ? 0 : 3)
    }
  }
  const probes = [probe('turn', () => setTimeout(1)), probe('reply', read), probe('write', write)]
  try {
    await work()
  } finally {
    isDone = true
    await Promise.all(probes)
  }
  return longest
}

/** One that reads and one that writes. */
export const callsOf = (caller: ReturnType<TestApp['as']>, restaurantId: number): Calls => ({
  read: () => caller.call(getRestaurant, { params: { id: restaurantId } }),
  write: async () => {
    const { status } = await caller.call(addFavorite, { body: { restaurantId } })
    // A restore ends the sessions of others.
    expect([200, 201, 401]).toContain(status)
  },
})

/** Expects that no call waits for this work, such as these two; returns how long they did. */
export async function expectToGiveWay(work: Work, calls: Calls, mostToWrite = most.write): Promise<string> {
  const before = slowness()
  const longest = await stalls(work, calls)
  // Others may have become busy meanwhile.
  const slower = Math.max(before, slowness())
  const limits = { ...most, write: mostToWrite }
  for (const what of ['turn', 'reply', 'write'] as const)
    expect(longest[what], what).toBeLessThan(limits[what] * slower)
  const [read, write] = [Math.max(longest.turn, longest.reply), longest.write].map(time =>
    Math.ceil(time / slower),
  )
  return `${read} ms; who writes, ${write} ms`
}
