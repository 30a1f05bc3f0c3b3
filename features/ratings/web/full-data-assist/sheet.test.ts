import { expect, test } from 'vitest'
import type { Campus } from '#features/campuses/contract.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { groupByCampus, unsavedRatings, withStars } from './sheet.ts'

const campus = (code: string) => ({ code, name: code.toUpperCase() }) as Campus
const restaurant = (id: number, name: string, campusCode: string) =>
  ({ id, name, campusCode, address: `${id} Main Street` }) as Restaurant

const all = [restaurant(1, 'Zest', 'north'), restaurant(2, 'apple', 'north'), restaurant(3, 'Bread', 'south')]
const campuses = [campus('south'), campus('empty'), campus('north')]

test('stars can be set, changed and removed; setting the saved value is no change', () => {
  const present = new Map([[1, 4]])
  const set = withStars(withStars(new Map(), present, 1, 5), present, 2, 3)
  expect([...set]).toEqual([
    [1, 5],
    [2, 3],
  ])
  expect([...withStars(set, present, 1, 4)]).toEqual([[2, 3]])
  expect([...withStars(set, present, 2, undefined)]).toEqual([[1, 5]])
})

test('only changed stars are saved, and only for existing restaurants', () => {
  const set = new Map([
    [1, 5],
    [2, 3],
    [99, 1],
  ])
  expect(unsavedRatings(set, new Map([[2, 3]]), all)).toEqual([{ restaurantId: 1, value: 5 }])
  expect(unsavedRatings(new Map(), new Map([[2, 3]]), all)).toEqual([])
})

test('restaurants are grouped by campus, sorted by name, and filtered by search and campus', () => {
  const names = (narrowing: { text: string; campusCode: string }) =>
    groupByCampus(all, campuses, narrowing).map(group => [
      group.campus.code,
      ...group.restaurants.map(({ name }) => name),
    ])
  expect(names({ text: '', campusCode: '' })).toEqual([
    ['south', 'Bread'],
    ['north', 'apple', 'Zest'],
  ])
  expect(names({ text: ' ZES ', campusCode: '' })).toEqual([['north', 'Zest']])
  expect(names({ text: '', campusCode: 'south' })).toEqual([['south', 'Bread']])
  expect(names({ text: 'zest', campusCode: 'south' })).toEqual([])
  expect(names({ text: '', campusCode: 'empty' })).toEqual([])
})
