import { scatter } from '#features/taste/ratings-table.ts'

/** The person, the place and the stars. */
export type Rated = [person: number, place: number, stars: number]

const traits = 20

/**
 * Generates about this many ratings with a known structure: biases, twenty traits of decreasing weight,
 * popular places, busy people, and noise. For 943 people and 1,682 places it is about as hard as MovieLens
 * 100K, where biases alone reach an RMSE of 0.944.
 */
export function* generateRatings(size: Record<'people' | 'places' | 'ratings', number>): Generator<Rated> {
  const { people, places, ratings } = size
  const random = numbers(7)
  const [generous, busy] = [normal(people, 0.5, 1), normal(people, 1.1, 2).map(Math.exp)]
  const popularity = normal(places, 1.4, 3)
  const appeal = normal(places, 0.5, 4).map((value, i) => value + 0.25 * (popularity[i] as number) - 0.25)
  const strength = Array.from({ length: traits }, (_, k) => Math.sqrt(0.36 / Math.sqrt(k + 1)))
  const wish = strength.map((deviation, k) => normal(people, deviation, 100 + k))
  const offer = strength.map((deviation, k) => normal(places, deviation, 200 + k))
  let total = 0
  const sums = popularity.map(value => {
    total += Math.exp(value)
    return total
  })
  const each = (ratings * 1.04) / busy.reduce((sum, value) => sum + value, 0)
  const chance = normal(100_003, 0.945, 5)
  let drawn = 0
  for (let person = 0; person < people; person += 1) {
    const most = Math.min(places * 0.45, each * (busy[person] as number))
    const seen = new Set<number>()
    for (let tries = 0; seen.size < most && tries < places * 20; tries += 1) {
      const drawnSum = random() * total
      const place = sums.findIndex(sum => sum >= drawnSum)
      if (seen.has(place)) continue
      let stars = 3.45 + (generous[person] as number) + (appeal[place] as number)
      for (let k = 0; k < traits; k += 1) stars += (wish[k]?.[person] ?? 0) * (offer[k]?.[place] ?? 0)
      drawn += 1
      stars += chance[drawn % chance.length] as number
      // People mostly go where they expect to like it.
      if (random() > 1 / (1 + Math.exp(2.2 - stars))) continue
      seen.add(place)
      yield [person, place, Math.min(5, Math.max(1, Math.round(stars)))]
    }
  }
}

function normal(length: number, deviation: number, seed: number): Float64Array {
  const values = new Float64Array(length)
  scatter(values, deviation, seed)
  return values
}

/** Random numbers below 1, reproducible by their seed. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
