import { expect, test } from 'vitest'
import { orderForGroup } from './group-order.ts'

test('options for a group are ordered by the mean, or by its unhappiest person if the means are equal', () => {
  const stars: Record<number, number[]> = {
    1: [5, 5, 2],
    2: [4, 4, 4],
    3: [5, 5, 5],
    4: [1, 1, 1],
    5: [5, 5, 3],
  }
  const group = [0, 1, 2].map(person => (option: number) => stars[option]?.[person] ?? 0)
  expect(orderForGroup([1, 2, 3, 4, 5], group)).toEqual([3, 5, 2, 1, 4])
  expect(orderForGroup([4, 1, 3], group.slice(0, 2))).toEqual([4, 1, 3])
})

test('means that are shown as equal count as equal, so the unhappiest person decides', () => {
  const stars: Record<number, number[]> = { 1: [5, 5, 2.1], 2: [4, 4, 4] }
  const group = [0, 1, 2].map(person => (option: number) => stars[option]?.[person] ?? 0)
  expect(orderForGroup([1, 2], group)).toEqual([2, 1])
})
