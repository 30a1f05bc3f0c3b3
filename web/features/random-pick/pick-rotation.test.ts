import { expect, test } from 'vitest'
import { attemptsAfter } from './pick-rotation.ts'

/** What comes of the attempts where the server picks among some places alone: the first that is left. */
function next(shown: readonly number[], eligible: readonly number[], present?: number, open = eligible) {
  for (const { exclude, seenAll } of attemptsAfter(shown, eligible, present)) {
    const picked = open.find(id => !exclude.includes(id))
    if (picked !== undefined) return { picked, seenAll }
  }
  return null
}

test('what was shown is left out, and what is shown now', () => {
  expect(attemptsAfter([], [1, 2, 3])).toEqual([{ exclude: [], seenAll: 0 }])
  expect(attemptsAfter([2, 3], [1, 2, 3])[0]).toEqual({ exclude: [2, 3], seenAll: 0 })
  expect(attemptsAfter([3], [1, 2, 3], 1)[0]).toEqual({ exclude: [1, 3], seenAll: 0 })
})

test('what the list no longer shows isn’t sent along', () => {
  expect(attemptsAfter([2, 9], [1, 2, 3])[0]).toEqual({ exclude: [2], seenAll: 0 })
})

test('after all were shown the round begins anew, but not with the last one', () => {
  expect(attemptsAfter([3, 1, 2], [1, 2, 3])[0]).toEqual({ exclude: [2], seenAll: 3 })
  expect(attemptsAfter([5], [5])).toEqual([{ exclude: [], seenAll: 1 }])
})

test('a round is over when nothing else is left of what the server picks from', () => {
  const [eligible, open] = [
    [1, 2, 3, 4, 5],
    [2, 4],
  ]
  expect(next([2], eligible, 2, open)).toEqual({ picked: 4, seenAll: 0 })
  expect(next([2, 4], eligible, 4, open)).toEqual({ picked: 2, seenAll: 2 })
  expect(next([2, 4], eligible, undefined, open)).toEqual({ picked: 2, seenAll: 2 })
  // Come to from a place that isn't among them.
  expect(next([2, 4], eligible, 5, open)).toEqual({ picked: 2, seenAll: 2 })
})

test('the only one comes again, whatever was shown before', () => {
  const eligible = [1, 2, 3, 4, 5]
  expect(next([4], eligible, 4, [4])).toEqual({ picked: 4, seenAll: 1 })
  expect(next([], eligible, 4, [4])).toEqual({ picked: 4, seenAll: 1 })
  expect(next([1, 4], eligible, 4, [4])).toEqual({ picked: 4, seenAll: 1 })
  expect(next([4], eligible, 1, [4])).toEqual({ picked: 4, seenAll: 1 })
})

test('nothing eligible is no new round', () => {
  expect(attemptsAfter([1], [])).toEqual([])
})

test('a whole round shows each exactly once, whatever comes', () => {
  const eligible = [1, 2, 3, 4, 5]
  const shown: number[] = []
  for (const _ of eligible) {
    const [first] = attemptsAfter(shown, eligible)
    expect(first?.seenAll).toBe(0)
    const left = eligible.filter(id => !first?.exclude.includes(id))
    shown.push(left[left.length >> 1] ?? 0)
  }
  expect(shown.toSorted()).toEqual(eligible)
})
