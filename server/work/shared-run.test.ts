import { expect, test } from 'vitest'
import { sharedRun } from './shared-run.ts'

/** Runs that end when they are told to, each with its number. */
function controlled() {
  const ends: ((failure?: Error) => void)[] = []
  const run = sharedRun(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1
        ends.push(failure => (failure ? reject(failure) : resolve(number)))
      }),
  )
  return { run, ends }
}

const aTurn = () => new Promise(resolve => setImmediate(resolve))

test('those who ask in one turn share a run', async () => {
  const { run, ends } = controlled()
  const asked = [run(), run()]
  await Promise.resolve()
  asked.push(run())
  await aTurn()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect(await Promise.all(asked)).toEqual([1, 1, 1])
})

test('who asks while a run is under way gets one that begins afterwards', async () => {
  const { run, ends } = controlled()
  const first = run()
  await aTurn()
  const later = [run(), run()]
  await aTurn()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect(await first).toBe(1)
  await aTurn()
  ends[1]?.()
  expect(await Promise.all(later)).toEqual([2, 2])
})

test('a run that fails does so for those who share it, and nobody else', async () => {
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
