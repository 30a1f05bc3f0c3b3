import { expect, test } from 'vitest'
import { randomNumbers } from '../reliability/random.ts'
import { poissonTimes } from './noon/schedule.ts'
import { percentile } from './statistics.ts'

test('a percentile is a measured value, whatever the order', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect([0, 0.5, 0.95, 0.99, 1].map(share => percentile(values, share))).toEqual([1, 50, 95, 99, 100])
  expect(percentile([], 0.5)).toBeNaN()
})

test('random times have the right rate and are the same for the same seed', () => {
  const first = (seed: number) => {
    const seconds: number[] = []
    for (const moment of poissonTimes(90, randomNumbers(seed))) {
      if (seconds.length === 9_000) break
      seconds.push(moment)
    }
    return seconds
  }
  const seconds = first(1)
  expect(seconds).toEqual(first(1))
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
  expect(Math.abs((seconds.at(-1) ?? 0) / 6_000 - 1)).toBeLessThan(0.05)
})
