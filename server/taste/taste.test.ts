import { expect, test } from 'vitest'
import { indexOfPlaces } from '#domain/taste/model.ts'
import { starPredictor } from './taste.ts'

test('expected ratings are between one and five stars', () => {
  const model = {
    mean: 4.5,
    noise: 0.8,
    spread: Float64Array.of(0.2, 1),
    placeIds: Int32Array.of(1, 2),
    // A restaurant that gets 0.9 stars more than others, and one that gets 3.9 less.
    estimates: Float32Array.of(1, 0.9, 1, -3.9),
    variances: Float32Array.of(0, 0, 0, 0),
  }
  const neighbors = { people: new Map(), places: new Map() }
  const taste = { model, neighbors, index: indexOfPlaces(model) }
  const stars = starPredictor(taste, [{ restaurantId: 3, value: 4.5 }])
  expect([1, 2, 4].map(id => stars({ id, ratingCount: 3 }))).toEqual([5, 1, 4.5])
})
