import { expect, test } from 'vitest'
import { estimateTravel, formatDistance, formatTravelTime, toTravel } from './distance.ts'

test('a degree of latitude, 69.1 miles as the crow flies, is an estimated drive of 89.8 miles and three hours', () => {
  const travel = estimateTravel({ latitude: 35, longitude: -82 }, { latitude: 36, longitude: -82 })
  expect(travel).toEqual({ distance: 89.8, travelTime: 180 })
})

test('distances are rounded to the nearest tenth of a mile, times to the nearest minute', () => {
  const near = estimateTravel({ latitude: 35, longitude: -82 }, { latitude: 35.03, longitude: -82 })
  // 2.69 miles, in 5.39 minutes.
  expect(near).toEqual({ distance: 2.7, travelTime: 5 })
  expect(toTravel(1_650, 80)).toEqual({ distance: 1, travelTime: 1 })
})

test('longitudes lie closer together away from the equator', () => {
  const degreeAt = (latitude: number) =>
    estimateTravel({ latitude, longitude: 0 }, { latitude, longitude: 1 }).distance
  expect(degreeAt(0)).toBe(89.8)
  expect(degreeAt(60)).toBe(44.9)
})

test('the drive back is as long as the drive there, and the shortest drive takes a minute', () => {
  const asheville = { latitude: 35.6004, longitude: -82.4918 }
  const brevard = { latitude: 35.23345, longitude: -82.73429 }
  expect(estimateTravel(asheville, brevard)).toEqual(estimateTravel(brevard, asheville))
  expect(estimateTravel(asheville, asheville)).toEqual({ distance: 0, travelTime: 1 })
})

test('a distance is shown in miles with one decimal, or as unknown', () => {
  expect(formatDistance(3)).toBe('3.0 miles')
  expect(formatDistance(0.4)).toBe('0.4 miles')
  expect(formatDistance(null)).toBe('Distance unknown')
})

test('a drive in meters and seconds is given in miles and minutes', () => {
  expect(toTravel(1609.34, 60)).toEqual({ distance: 1, travelTime: 1 })
  expect(toTravel(160_934, 6_000)).toEqual({ distance: 100, travelTime: 100 })
  expect(toTravel(24_140, 1_770)).toEqual({ distance: 15, travelTime: 30 })
  expect(toTravel(0, 0)).toEqual({ distance: 0, travelTime: 1 })
  expect([formatTravelTime(1), formatTravelTime(12)]).toEqual(['1 minute', '12 minutes'])
})
