import { expect, test } from 'vitest'
import { byScore, scoreForGroup } from './group-order.ts'

const ordered = (...places: string[]) =>
  places
    .map(stars => ({ stars, ...scoreForGroup(stars.split(' ').map(Number)) }))
    .sort(byScore)
    .map(({ stars }) => stars)

test('places for a group are ordered by the mean, or by its unhappiest person if the means are equal', () => {
  const best = ['5 5 5', '5 5 3', '4 4 4', '5 5 2', '1 1 1']
  expect(ordered('5 5 2', '4 4 4', '5 5 5', '1 1 1', '5 5 3')).toEqual(best)
})

test('means that are shown as equal count as equal, so the unhappiest person decides', () => {
  expect(ordered('5 5 2.1', '4 4 4')).toEqual(['4 4 4', '5 5 2.1'])
})
