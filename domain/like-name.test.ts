import { expect, test } from 'vitest'
import { likeName, streetNumber } from './like-name.ts'

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
