import { expect, test } from 'vitest'
import { choicesFor } from './moods.ts'

const decent = (name: string, ratingCount: number) => ({ name, stars: 4, isRated: false, ratingCount })
const places = [
  { name: 'beloved', stars: 5, isRated: true, ratingCount: 40 },
  { name: 'fine', stars: 4.4, isRated: false, ratingCount: 12 },
  decent('decent', 4),
  { name: 'unknown', stars: 3.5, isRated: false, ratingCount: 0 },
  { name: 'promising', stars: 4.2, isRated: false, ratingCount: 2 },
  { name: 'doubtful', stars: 2, isRated: false, ratingCount: 1 },
]
const namesFor = (mood: 'any' | 'safe' | 'new', from = places) =>
  choicesFor(mood, from, place => place).map(({ name }) => name)

test('“any” keeps all places, “safe” the best ones, and “new” those that few have rated and the user would like', () => {
  expect(namesFor('any')).toEqual(places.map(({ name }) => name))
  expect(namesFor('safe')).toEqual(['beloved', 'fine', 'promising'])
  expect(namesFor('new')).toEqual(['promising', 'decent', 'unknown'])
})

test('if all places are well known, “new” are those that the user has not rated; if the user has rated all, nothing is new', () => {
  expect(namesFor('new', places.slice(0, 2))).toEqual(['fine'])
  expect(namesFor('new', places.slice(0, 1))).toEqual([])
  expect(namesFor('new', places.slice(0, 3)), 'the one that few have rated').toEqual(['decent'])
})

test('a mood also allows places that are expected to be as good as the last one it allows', () => {
  const unrated = Array.from({ length: 9 }, (_, n) => decent(`Place ${n}`, 0))
  expect(namesFor('safe', [...unrated, ...places])).toEqual(['beloved', 'fine', 'promising'])
  expect(namesFor('safe', unrated)).toHaveLength(9)
  expect(namesFor('new', [...places.slice(2), ...unrated])).toEqual([
    'promising',
    'decent',
    ...unrated.map(({ name }) => name),
  ])
})

test('a place that five people have rated is not new', () => {
  expect(namesFor('new', [decent('by 4', 4), decent('by 5', 5)])).toEqual(['by 4'])
})
