import { describe, expect, it } from 'vitest'
import { expectedStars, fitTaste, indexOfPlaces, type TasteModel, tasteOf } from './model.ts'
import type { Ratings } from './ratings-table.ts'

const ratingsOf = (rows: [person: number, place: number, stars: number][]): Ratings => ({
  people: Int32Array.from(rows, ([person]) => person),
  places: Int32Array.from(rows, ([, place]) => place),
  values: Float64Array.from(rows, ([, , stars]) => stars),
})

// Half of the people love the even places, half the odd ones; all give the same on average.
const twoCamps = (noise: (i: number) => number): [number, number, number][] =>
  Array.from({ length: 60 }, (_, person) =>
    Array.from({ length: 40 }, (_, place): [number, number, number] => [
      person,
      place,
      (person % 2 === place % 2 ? 4 : 2) + noise(person * 40 + place),
    ]),
  ).flat()
const jitter = (i: number) => (((i * 7919) % 101) / 100 - 0.5) * 2

const errorOf = (rows: [number, number, number][], traits?: number) => {
  const isTest = (i: number) => (i + Math.floor(i / 40)) % 5 === 2
  const train = rows.filter((_, i) => !isTest(i))
  const model = fitTaste(ratingsOf(train), traits === undefined ? {} : { traits })
  const index = indexOfPlaces(model)
  const squares = rows.flatMap(([person, place, stars], i) => {
    if (!isTest(i)) return []
    const own = train
      .filter(([p]) => p === person)
      .map(([, restaurantId, value]) => ({ restaurantId, value }))
    return [(expectedStars(model, tasteOf(model, index, own), index.get(place)) - stars) ** 2]
  })
  return Math.sqrt(squares.reduce((total, square) => total + square, 0) / squares.length)
}

const example: TasteModel = {
  mean: 3.5,
  noise: 0.8,
  spread: Float64Array.of(0.2, 1, 0.4),
  placeIds: Int32Array.of(1, 2, 3, 4),
  estimates: Float32Array.of(1, 0.5, 0.8, 1, -0.3, -0.2, 1, 0.2, 1, 1, 0.2, -1),
  variances: Float32Array.of(0, 0, 0.04, 0, 0, 0.04, 0, 0, 0.04, 0, 0, 0.04),
}

describe('the model of taste', () => {
  it('gives the results of the example in docs/taste.md', () => {
    const model = example
    const index = indexOfPlaces(model)
    const taste = tasteOf(model, index, [
      { restaurantId: 1, value: 5 },
      { restaurantId: 2, value: 4 },
    ])
    const stars = (id: number) => expectedStars(model, taste, index.get(id)).toFixed(2)
    expect(Array.from(taste, number => number.toFixed(2))).toEqual(['0.28', '1.00', '0.17'])
    expect([stars(3), stars(4), stars(99)]).toEqual(['4.15', '3.81', '3.78'])
  })

  it('uses a person’s ratings of unknown places only for what they usually give', () => {
    const own = [97, 98].map(restaurantId => ({ restaurantId, value: 5 }))
    const taste = tasteOf(example, indexOfPlaces(example), own)
    // Two ratings of 1.5 above the mean, divided by the two ratings and 0.8 / 0.2 further ones.
    expect(Array.from(taste, number => number.toFixed(2))).toEqual(['0.50', '1.00', '0.00'])
  })

  it('tells two camps apart, which biases alone cannot', () => {
    expect(errorOf(twoCamps(jitter), 0)).toBeGreaterThan(1.1)
    expect(errorOf(twoCamps(jitter))).toBeLessThan(0.7)
  })

  it('expects more of a place that everyone rates higher, and less of one that everyone rates lower', () => {
    const better = (place: number) => (place < 10 ? 1 : place < 20 ? -1 : 0)
    const rows = Array.from({ length: 30 * 40 }, (_, i): [number, number, number] => [
      Math.floor(i / 40),
      i % 40,
      3 + better(i % 40) + jitter(i) / 4,
    ])
    const model = fitTaste(ratingsOf(rows), { traits: 0 })
    const index = indexOfPlaces(model)
    const stars = (place: number) => expectedStars(model, tasteOf(model, index, []), index.get(place))
    expect([5, 15, 25].map(place => Math.round(stars(place)))).toEqual([4, 2, 3])
  })

  it('finds no taste in random ratings, where it is as good as biases alone', () => {
    const chance = (i: number) => (Math.imul(i + 1, 0x9e3779b1) >>> 7) % 5
    const rows = twoCamps(() => 0).map(([person, place], i): [number, number, number] => [
      person,
      place,
      1 + chance(i),
    ])
    expect(errorOf(rows)).toBeLessThan(errorOf(rows, 0) * 1.005)
  })

  it('learns nothing about or from places that fewer than three people rated', () => {
    const others = twoCamps(jitter)
    const models = [1, 5].map(stars =>
      fitTaste(ratingsOf([...others, [0, 900, stars], [1, 900, 3], [2, 901, stars]])),
    )
    expect(models[0]).toEqual(models[1])
    expect(models[0]?.placeIds).not.toContain(900)
  })

  it('is the same for the same ratings, and neutral about an unknown person', () => {
    const ratings = ratingsOf(twoCamps(jitter))
    const model = fitTaste(ratings)
    expect(fitTaste(ratings)).toEqual(model)
    const nobody = tasteOf(model, indexOfPlaces(model), [])
    expect([...nobody]).toEqual([0, 1, ...Array(8).fill(0)])
  })

  it('works with no ratings, one rating, and ratings that are all the same', () => {
    for (const rows of [[], [[1, 1, 5]], twoCamps(() => 0).map(([a, b]) => [a, b, 4])] as [
      number,
      number,
      number,
    ][][]) {
      const model = fitTaste(ratingsOf(rows))
      const index = indexOfPlaces(model)
      const expected = expectedStars(
        model,
        tasteOf(model, index, [{ restaurantId: 1, value: 4 }]),
        index.get(2),
      )
      if (rows.length > 3) expect(expected).toBeCloseTo(4, 1)
      else expect(expected).toBeLessThan(4)
    }
  })
})
