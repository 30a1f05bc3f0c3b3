import { expect, test } from 'vitest'
import { isTooFar } from './reach.ts'

test('a place that is more than 60 miles away as the crow flies is too far', () => {
  const campus = { latitude: 35, longitude: -82 }
  // 59.4 and 60.1 miles.
  expect([35.86, 35.87].map(latitude => isTooFar(campus, { ...campus, latitude }))).toEqual([false, true])
})
