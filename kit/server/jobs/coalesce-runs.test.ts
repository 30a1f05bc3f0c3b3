import { expect, test } from 'vitest'
import { coalesceRuns } from './coalesce-runs.ts'

/** Runs that end on command, each returning its number. */
function controlled() {
  const ends: ((failure?: Error) => void)[] = []
  const run = coalesceRuns(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1
        ends.push(failure => (failure ? reject(failure) : resolve(number)))
      }),
  )
  return { run, ends }
}

const aTurn = () => new Promise(resolve => setImmediate(resolve))

test('calls in the same turn of the event loop share a run, and those during it one that begins afterwards', async () => {
  const { run, ends } = controlled()
  const asked = [run(), run()]
  await Promise.resolve()
  asked.push(run())
  await aTurn()
  const later = [run(), run()]
  await aTurn()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect(await Promise.all(asked)).toEqual([1, 1, 1])
  await aTurn()
  ends[1]?.()
  expect(await Promise.all(later)).toEqual([2, 2])
})

test('a failing run fails only for the callers that share it', async () => {
  const { run, ends } = controlled()
  const failing = Promise.allSettled([run(), run()])
  await aTurn()
  const next = run()
  ends[0]?.(new Error('away'))
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await aTurn()
  ends[1]?.()
  expect(await next).toBe(2)
})
