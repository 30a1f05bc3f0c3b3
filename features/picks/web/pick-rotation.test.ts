import { expect, test } from 'vitest'
import { attemptsAfter } from './pick-rotation.ts'

/** Runs the attempts against a server that picks the first place of `open` that isn't excluded. */
function next(shown: readonly number[], eligible: readonly number[], present?: number, open = eligible) {
  for (const { exclude, seenAll } of attemptsAfter(shown, eligible, present)) {
    const picked = open.find(id => !exclude.includes(id))
    if (picked !== undefined) return { picked, seenAll }
  }
  return null
}

test('places shown before and the current one are excluded', () => {
  expect(attemptsAfter([], [1, 2, 3])).toEqual([{ exclude: [], seenAll: 0 }])
  expect(attemptsAfter([2, 3], [1, 2, 3])[0]).toEqual({ exclude: [2, 3], seenAll: 0 })
  expect(attemptsAfter([3], [1, 2, 3], 1)[0]).toEqual({ exclude: [1, 3], seenAll: 0 })
})

test('places that are no longer in the list are not sent as excluded', () => {
  expect(attemptsAfter([2, 9], [1, 2, 3])[0]).toEqual({ exclude: [2], seenAll: 0 })
})

test('once every place was shown, a new round starts, but not with the last one shown', () => {
  expect(attemptsAfter([3, 1, 2], [1, 2, 3])[0]).toEqual({ exclude: [2], seenAll: 3 })
  expect(attemptsAfter([5], [5])).toEqual([{ exclude: [], seenAll: 1 }])
})

test('a round ends when the server has nothing else left to pick from', () => {
  const [eligible, open] = [
    [1, 2, 3, 4, 5],
    [2, 4],
  ]
  expect(next([2], eligible, 2, open)).toEqual({ picked: 4, seenAll: 0 })
  expect(next([2, 4], eligible, 4, open)).toEqual({ picked: 2, seenAll: 2 })
  expect(next([2, 4], eligible, undefined, open)).toEqual({ picked: 2, seenAll: 2 })
  // The current place is not one the server picks from.
  expect(next([2, 4], eligible, 5, open)).toEqual({ picked: 2, seenAll: 2 })
})

test('if there is only one place to pick, it is picked again, whatever was shown before', () => {
  const eligible = [1, 2, 3, 4, 5]
  expect(next([4], eligible, 4, [4])).toEqual({ picked: 4, seenAll: 1 })
  expect(next([], eligible, 4, [4])).toEqual({ picked: 4, seenAll: 1 })
  expect(next([1, 4], eligible, 4, [4])).toEqual({ picked: 4, seenAll: 1 })
  expect(next([4], eligible, 1, [4])).toEqual({ picked: 4, seenAll: 1 })
})

test('without eligible places no new round starts', () => {
  expect(attemptsAfter([1], [])).toEqual([])
})

test('a full round shows each place exactly once, whatever is picked', () => {
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
