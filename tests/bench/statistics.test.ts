import { expect, test } from 'vitest'
import { randomNumbers } from '../reliability/random.ts'
import { poissonTimes } from './noon/schedule.ts'
import { percentile, sameDistribution, slope } from './statistics.ts'

test('a percentile is a measured value, whatever the order', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect([0, 0.5, 0.95, 0.99, 1].map(share => percentile(values, share))).toEqual([1, 50, 95, 99, 100])
  expect(percentile([], 0.5)).toBeNaN()
})

test('a slope follows most points and ignores a few jumps', () => {
  const line = Array.from({ length: 30 }, (_, x) => ({ x, y: 3 + 2 * x + (x % 10 === 0 ? 500 : 0) }))
  expect(slope(line)).toBe(2)
  expect(slope(line.slice(0, 1))).toBeNaN()
})

test('two samples that do not overlap are unlikely to have the same distribution', () => {
  const from = (start: number, count: number) => Array.from({ length: count }, (_, i) => start + i)
  // Computed with R: wilcox.test(1:5, 6:10, exact = FALSE).
  expect(sameDistribution(from(1, 5), from(6, 5))).toBeCloseTo(0.01219, 4)
  expect(sameDistribution(from(1, 60), from(1, 60))).toBeCloseTo(1)
  expect(sameDistribution(from(1, 60), from(61, 60))).toBeLessThan(1e-6)
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
