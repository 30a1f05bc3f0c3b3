import { array, assert, constantFrom, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import {
  describePlace,
  findDuplicates,
  normalizedName,
  possibleDuplicates,
  streetNumber,
} from './duplicates.ts'

test.each([
  ['The Corner Café Restaurant', 'corner cafe'],
  ["Joe's Pizza", 'JOES  PIZZA'],
  ['Biscuits & Gravy', 'biscuits and gravy!'],
  ['Zoë’s', 'Zoes'],
  ['Restaurant El Niño', 'el nino'],
])('the name %j is like %j', (one, other) => expect(normalizedName(one)).toBe(normalizedName(other)))

test('an accent makes no difference, whatever else is in the name', async () => {
  const text = string({ unit: constantFrom('a', 'B', '7', ' ', '&', "'", '`', '.', '-') })
  await assert(
    property(text, text, (before, after) => {
      expect(normalizedName(`${before}é${after}`)).toBe(normalizedName(`${before}e${after}`))
    }),
  )
})

test('a name of only ignored words is kept', () => {
  expect(normalizedName('The Restaurant')).toBe('the restaurant')
})

test.each([
  ['12 Main St', '12'],
  ['12B Main St', '12'],
  [' 12-14 Main St', '12'],
  ['Main St 12', null],
  ['Highway 25 South', null],
  ['35.46370, -82.53540', null],
])('the street number of %j is %s', (address, number) => expect(streetNumber(address)).toBe(number))

test('possible duplicates are sorted: the same name first, then names that begin alike, then the same door', () => {
  const place = (name: string, address = '1 Elsewhere Rd') => ({ name, address })
  const places = [
    place('Pie Palace', '12 Main Street, Arden'),
    place('The Corner Café of Arden', '12 Main St'),
    place('Corner Bakery'),
    place('CORNER CAFE', '12 Main St'),
    place('Corner Cafe'),
    place('Corner', '12 Mill St'),
    place('Pie', '112 Main St'),
  ]
  const found = possibleDuplicates(place('The Corner Cafe', '12 Main St., Arden NC'), places)
  expect(found.map(({ name }) => name)).toEqual([
    'CORNER CAFE',
    'Corner Cafe',
    'The Corner Café of Arden',
    'Corner',
    'Pie Palace',
  ])
})

test('places without an address or a meaningful name are not duplicates', () => {
  const places = [
    { name: 'Diner', address: '' },
    { name: '!!!', address: 'somewhere' },
  ]
  expect(possibleDuplicates({ name: '???', address: '' }, places)).toEqual([])
  expect(possibleDuplicates({ name: 'Grill', address: '' }, places)).toEqual([])
})

test('duplicates share a door and the beginning of the name, or a name and a spot; branches are not duplicates', () => {
  const place = (id: number, name: string, address: string, at: number | null = null, campusCode = 'a') => {
    const point = { latitude: at, longitude: at === null ? null : -82.5 }
    return { id, name, address, campusCode, ...point }
  }
  const duplicates = (...places: ReturnType<typeof place>[]) =>
    [...findDuplicates(places.map(describePlace))].sort((a, b) => a - b)
  const grill = place(1, 'Corner Grill', '12 Main Street')
  expect(duplicates(grill, place(2, 'The Corner Grill & Bar', '12 Main St'))).toEqual([1, 2])
  expect(duplicates(grill, place(2, 'Corner Grill', '12 Main St', null, 'b'))).toEqual([])
  expect(duplicates(grill, place(2, 'Other Place', '12 Main Street'))).toEqual([])
  expect(duplicates(grill, place(2, 'Corner Grill', '99 Hill Road'))).toEqual([])
  const doorless = place(2, 'Corner Grill', 'Hill Road')
  expect(duplicates(grill, doorless)).toEqual([1, 2])
  expect(duplicates(doorless, grill)).toEqual([1, 2])
  expect(duplicates(doorless, place(1, 'Corner Grill & Bar', 'Hill Road')), 'at no known door').toEqual([])
  const located = place(1, 'Corner Grill', '12 Main Street', 35.4)
  expect(duplicates(located, doorless), 'of which one has no position').toEqual([1, 2])
  expect(duplicates(doorless, located)).toEqual([1, 2])
  // 0.07 miles and 0.14.
  const [here, near, far] = [35.4, 35.401, 35.402].map((at, i) => place(i, 'Undefined', `${i} Lane`, at))
  expect(duplicates(here as never, near as never)).toEqual([0, 1])
  expect(duplicates(here as never, far as never)).toEqual([])
  expect(duplicates(place(1, '', '1 Main'), place(2, '', '1 Main'), place(3, '', ''))).toEqual([])
})

test('the duplicates among many places are those found by comparing any two of them', async () => {
  const place = record({
    name: constantFrom(
      ...['Pie', 'The Pie', 'Pie Palace', 'Pie Palace Bar', 'Pies', 'Pie2', 'Corner Café', 'Corner', ''],
    ),
    address: constantFrom('1 Main St', '1 Main Street', '2 Main St', '1 Hill Rd', 'Main St', ''),
    campusCode: constantFrom('a', 'b'),
    at: constantFrom(null, 35.4, 35.401, 35.5),
  })
  const described = array(place, { maxLength: 12 }).map(places =>
    places.map(({ at, ...fields }, id) =>
      describePlace({ ...fields, id, latitude: at, longitude: at === null ? null : -82.5 }),
    ),
  )
  await assert(
    property(described, places => {
      const pairs = places.flatMap((one, i) => places.slice(i + 1).map(other => [one, other]))
      const expected = new Set(pairs.flatMap(pair => [...findDuplicates(pair)]))
      expect(findDuplicates(places)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})
