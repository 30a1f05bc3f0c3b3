import { expect, test } from 'vitest'
import type { Rating } from '../contract.ts'
import { ratedBatch } from './optimistic-rating.ts'

const rating = (value: number): Rating => ({
  id: 1,
  userId: 1,
  restaurantId: 7,
  value,
  comment: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const nothing = { averageRatings: {}, ratingCounts: {}, userRatings: {}, ratingsByDepartment: {} }

test('a first rating creates the averages and counts', () => {
  const reply = ratedBatch(nothing, null, rating(4), 'Care')
  expect(reply.averageRatings).toEqual({ 7: 4 })
  expect(reply.ratingCounts).toEqual({ 7: 1 })
  expect(reply.userRatings[7]?.value).toBe(4)
  expect(reply.ratingsByDepartment[7]).toEqual([{ department: 'Care', averageRating: 4, ratingCount: 1 }])
})

test('a changed rating updates the averages and leaves the counts and other departments alone', () => {
  const worship = { department: 'Worship', averageRating: 5, ratingCount: 2 }
  const before = {
    averageRatings: { 7: 4.3 },
    ratingCounts: { 7: 3 },
    userRatings: { 7: rating(3) },
    ratingsByDepartment: { 7: [worship, { department: 'Care', averageRating: 3, ratingCount: 1 }] },
  }
  const reply = ratedBatch(before, rating(3), rating(5), 'Care')
  expect(reply.averageRatings).toEqual({ 7: 5 })
  expect(reply.ratingCounts).toEqual({ 7: 3 })
  expect(reply.ratingsByDepartment[7]).toEqual([
    worship,
    { department: 'Care', averageRating: 5, ratingCount: 1 },
  ])
})
