import { expect, test } from 'vitest'
import { nextRotation } from './pick-rotation.ts'

test('what was shown is left out', () => {
  expect(nextRotation([], [1, 2, 3])).toEqual({ exclude: [], startsAnew: false })
  expect(nextRotation([2, 3], [1, 2, 3])).toEqual({ exclude: [2, 3], startsAnew: false })
})

test('what the list no longer shows isn’t sent along', () => {
  expect(nextRotation([2, 9], [1, 2, 3])).toEqual({ exclude: [2], startsAnew: false })
})

test('after all were shown the round begins anew, but not with the last one', () => {
  expect(nextRotation([3, 1, 2], [1, 2, 3])).toEqual({ exclude: [2], startsAnew: true })
  expect(nextRotation([5], [5])).toEqual({ exclude: [], startsAnew: true })
})

test('nothing eligible is no new round', () => {
  expect(nextRotation([1], [])).toEqual({ exclude: [], startsAnew: false })
})

test('a whole round shows each exactly once, whatever comes', () => {
  const eligible = [1, 2, 3, 4, 5]
  const shown: number[] = []
  for (const _ of eligible) {
    const { exclude, startsAnew } = nextRotation(shown, eligible)
    expect(startsAnew).toBe(false)
    const left = eligible.filter(id => !exclude.includes(id))
    shown.push(left[left.length >> 1] ?? 0)
  }
  expect(shown.toSorted()).toEqual(eligible)
})
