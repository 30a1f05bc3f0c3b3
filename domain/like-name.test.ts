import { expect, test } from 'vitest'
import { likeName, possibleDoubles, streetNumber } from './like-name.ts'

test.each([
  ['The Corner Café Restaurant', 'corner cafe'],
  ["Joe's Pizza", 'JOES  PIZZA'],
  ['Biscuits & Gravy', 'biscuits and gravy!'],
  ['Zoë’s', 'Zoes'],
  ['Restaurant El Niño', 'el nino'],
])('%j is like %j', (one, other) => expect(likeName(one)).toBe(likeName(other)))

test('different places stay different, and a name of nothing else stays', () => {
  expect(likeName('Corner Grill')).not.toBe(likeName('Corner Cafe'))
  expect(likeName('The Restaurant')).toBe('the restaurant')
})

test('the number of a street', () => {
  expect(streetNumber('12 Main St')).toBe('12')
  expect(streetNumber('12B Main St')).toBe('12')
  expect(streetNumber('Main St 12')).toBeNull()
  expect(streetNumber('35.46370, -82.53540')).toBeNull()
})

test('possible doubles: the same name before one that begins alike before the same door', () => {
  const place = (name: string, address = '1 Elsewhere Rd') => ({ name, address })
  const places = [
    place('Pie Palace', '12 Main Street, Arden'),
    place('The Corner Café of Arden'),
    place('Corner Bakery'),
    place('CORNER CAFE', '12 Main St'),
    place('Corner Cafe'),
    place('Corner', '12 Mill St'),
    place('Pie', '112 Main St'),
  ]
  const found = possibleDoubles(place('The Corner Cafe', '12 Main St., Arden NC'), places)
  expect(found.map(({ name }) => name)).toEqual([
    'CORNER CAFE',
    'Corner Cafe',
    'The Corner Café of Arden',
    'Corner',
    'Pie Palace',
  ])
})

test('without an address or a name that says anything, nothing is alike by chance', () => {
  const places = [
    { name: 'Diner', address: '' },
    { name: '!!!', address: 'somewhere' },
  ]
  expect(possibleDoubles({ name: '???', address: '' }, places)).toEqual([])
  expect(possibleDoubles({ name: 'Grill', address: '' }, places)).toEqual([])
})
