// On one engine: the model, computed beside requests.
import { expect, test } from 'vitest'
import { indexOfPlaces } from '../model.ts'
import { decodeTaste, encodeTaste } from './learned.ts'
import { starPredictor } from './taste.ts'

const model = {
  mean: 4.5,
  noise: 0.8,
  spread: Float64Array.of(0.2, 1),
  placeIds: Int32Array.of(1, 2),
  // A restaurant that gets 0.9 stars more than others, and one that gets 3.9 less.
  estimates: Float32Array.of(1, 0.9, 1, -3.9),
  variances: Float32Array.of(0, 0, 0, 0),
}
const neighbors = {
  people: new Map(),
  places: new Map(),
  likes: new Map([
    [7, Int32Array.of(1, 2)],
    [8, Int32Array.of()],
    [9, Int32Array.of(2)],
  ]),
}

test('expected ratings are between one and five stars', () => {
  const taste = { model, neighbors, index: indexOfPlaces(model) }
  const stars = starPredictor(taste, [{ restaurantId: 3, value: 4.5 }])
  expect([1, 2, 4].map(id => stars({ id, ratingCount: 3 }))).toEqual([5, 1, 4.5])
})

test('what was learned is the same after it was stored', () => {
  expect(decodeTaste(encodeTaste({ model, neighbors }))).toEqual({ model, neighbors })
})

test('what a release without likes has learned can be read until it is learned again', () => {
  const stored = Buffer.from(encodeTaste({ model, neighbors: { ...neighbors, likes: new Map() } }))
  const length = stored.readUInt32LE(0)
  const { likers, ...before } = JSON.parse(stored.toString('utf8', 4, 4 + length))
  expect(likers).toBe(0)
  const json = Buffer.from(JSON.stringify(before))
  const head = Buffer.alloc(4)
  head.writeUInt32LE(json.length)
  const old = Buffer.concat([head, json, stored.subarray(4 + length)])
  expect(decodeTaste(old)).toEqual({ model, neighbors: { ...neighbors, likes: new Map() } })
})
