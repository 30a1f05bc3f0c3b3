import { expect, test } from 'vitest'
import type { LunchOption } from '../../lunch-options.ts'
import { leadingOptions } from './leading-options.ts'

const option = (restaurantId: number, votes: number) =>
  ({ restaurantId, voters: Array.from({ length: votes }) }) as Partial<LunchOption> as LunchOption
const leaders = (votes: readonly number[], shown: readonly number[] = []) =>
  leadingOptions(
    votes.map((count, index) => option(index + 1, count)),
    shown,
    2,
  ).map(({ restaurantId }) => restaurantId)

test('the places with the most votes come first, at a tie in the order of the list', () => {
  expect(leaders([0, 2, 1])).toEqual([2, 3])
  expect(leaders([0, 0, 0])).toEqual([1, 2])
  expect(leaders([1])).toEqual([1])
  expect(leaders([])).toEqual([])
})

test('a shown place keeps its position while it leads, and one that overtakes takes the position of the one it displaces', () => {
  expect(leaders([1, 2, 0], [1, 2])).toEqual([1, 2])
  expect(leaders([1, 2, 1], [1, 2])).toEqual([1, 2])
  expect(leaders([1, 2, 2], [1, 2])).toEqual([3, 2])
  expect(leaders([0, 0, 1, 1], [1, 2])).toEqual([3, 4])
  expect(leaders([3, 1, 0], [4, 1])).toEqual([2, 1])
})
