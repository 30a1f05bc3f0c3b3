import { columnOf, groupBy, type Ratings, scatter } from './ratings-table.ts'

/*
 * How many stars somebody would give a place: the mean of all ratings, plus what this person gives beyond it, plus what
 * this place gets beyond it, plus how well a few traits of the place suit the person's. docs/taste.md works one out by hand.
 */

export type TasteModel = {
  mean: number
  /** The variance of what the model can't explain. */
  noise: number
  /** How much people differ in each column: the variance that is expected of somebody unknown. */
  spread: Float64Array
  /** Place ids; the numbers of the n-th place stand from `n * spread.length` in the other two. */
  placeIds: Int32Array
  estimates: Float32Array
  /** How unsure each estimate is. */
  variances: Float32Array
}

export type FitOptions = {
  /** How many traits are learned beside the two biases; those that explain nothing shrink to nothing. */
  traits?: number
  /** Nothing is learned about places that fewer people rated: what one of them gave would show through. */
  crowd?: number
  /** Left out to measure its worth. */
  without?: 'place' | 'shrinkage' | undefined
}

/** Every number about a place rests on at least so many people. */
export const crowd = 3

// The first two columns are the biases. A person's bias meets a fixed 1 of each place, a place's a fixed 1 of each person.
const personBias = 0
const placeBias = 1
const biases = 2
const sweeps = 40
/** For so many sweeps the traits keep their initial spread: they have to find a direction before they are judged. */
const warmUp = 15
/** Against the noise's standard deviation. */
const initialSpread = 0.3

/** People or places: the ratings of each, and for each column an estimate and its variance. */
type Side = {
  start: Int32Array
  ratings: Int32Array
  /** Whose each rating is, on this side. */
  member: Int32Array
  estimate: Float64Array[]
  variance: Float64Array[]
  spread: Float64Array
}

/** Learns from all ratings. The same ratings in the same order give the same model. */
export function fitTaste(all: Ratings, options: FitOptions = {}): TasteModel {
  const { traits = 8, without } = options
  const { people, places, values, placeIds } = ratedByCrowd(all, options.crowd ?? crowd)
  const columns = biases + traits
  const mean = sum(values) / (values.length || 1)
  const rest = Float64Array.from(values, value => value - mean)
  let noise = meanSquare(rest) || 1
  const person = sideOf(people.member, people.size, columns, noise)
  const place = sideOf(places.member, places.size, columns, noise)
  column(place, personBias).fill(1)
  column(person, placeBias).fill(1)
  for (let k = biases; k < columns; k += 1) scatter(column(place, k), Math.sqrt(place.spread[k] as number), k)

  const learnsPeople = (k: number) => k !== placeBias
  const learnsPlaces = (k: number) => k !== personBias && !(k === placeBias && without === 'place')
  for (let sweep = 0; sweep < sweeps && values.length > 0; sweep += 1) {
    for (let k = 0; k < columns; k += 1) {
      if (learnsPeople(k)) learn(k, person, place, rest, noise)
      if (learnsPlaces(k)) learn(k, place, person, rest, noise)
    }
    noise = unexplained(person, place, rest)
    const judged = (k: number) => without !== 'shrinkage' && (k < biases || sweep >= warmUp)
    judgeSpread(person, k => learnsPeople(k) && judged(k))
    judgeSpread(place, k => learnsPlaces(k) && judged(k))
    if (without === 'shrinkage') for (const side of [person, place]) side.spread.fill(1e6)
  }
  return {
    mean,
    noise,
    spread: person.spread,
    placeIds,
    estimates: byMember(place.estimate, placeIds.length),
    variances: byMember(place.variance, placeIds.length),
  }
}

/**
 * What one person's own ratings say, learned beside a finished model: for each column an estimate. A place that the model
 * doesn't know counts as one like any: its ratings say what the person usually gives, and nothing about tastes.
 */
export function tasteOf(
  model: TasteModel,
  placeIndex: ReadonlyMap<number, number>,
  own: readonly { restaurantId: number; value: number }[],
): Float64Array {
  const columns = model.spread.length
  const person = sideOf(new Int32Array(own.length), 1, columns, model.noise)
  person.spread.set(model.spread)
  column(person, placeBias).fill(1)
  const place = sideOf(Int32Array.from(own.keys()), own.length, columns, model.noise)
  column(place, personBias).fill(1)
  const rest = Float64Array.from(own, ({ value }) => value - model.mean)
  own.forEach(({ restaurantId }, n) => {
    const index = placeIndex.get(restaurantId)
    if (index === undefined) return
    for (let k = 0; k < columns; k += 1) {
      column(place, k)[n] = model.estimates[index * columns + k] as number
      ;(place.variance[k] as Float64Array)[n] = model.variances[index * columns + k] as number
    }
    rest[n] = (rest[n] as number) - (column(place, placeBias)[n] as number)
  })
  for (let sweep = 0; sweep < ownSweeps; sweep += 1)
    for (let k = 0; k < columns; k += 1) if (k !== placeBias) learn(k, person, place, rest, model.noise)
  return Float64Array.from(person.estimate, estimates => estimates[0] as number)
}

const ownSweeps = 20

/** The stars that are expected, unrounded; of a place that too few people rated, what the person usually gives. */
export function expectedStars(model: TasteModel, taste: Float64Array, index: number | undefined): number {
  if (index === undefined) return model.mean + (taste[personBias] as number)
  const columns = model.spread.length
  let stars = model.mean
  for (let k = 0; k < columns; k += 1)
    stars += (taste[k] as number) * (model.estimates[index * columns + k] as number)
  return stars
}

export const indexOfPlaces = ({ placeIds }: TasteModel): Map<number, number> =>
  new Map(Array.from(placeIds, (id, index) => [id, index]))

/**
 * Gives each member of one side its best estimate in one column, while everything else stays: the mean of what its ratings
 * call for, weighed by how sure the other side is, and drawn towards zero as if by `noise / spread` further ratings.
 */
function learn(k: number, own: Side, other: Side, rest: Float64Array, noise: number): void {
  const { start, ratings } = own
  const { member } = other
  const mine = column(own, k)
  const theirs = column(other, k)
  const mineVariance = own.variance[k] as Float64Array
  const theirVariance = other.variance[k] as Float64Array
  const prior = noise / (own.spread[k] as number)
  for (let m = 0; m < mine.length; m += 1) {
    const end = start[m + 1] as number
    const before = mine[m] as number
    let weight = prior
    let pull = 0
    for (let i = start[m] as number; i < end; i += 1) {
      const rating = ratings[i] as number
      const theirMember = member[rating] as number
      const their = theirs[theirMember] as number
      weight += their * their + (theirVariance[theirMember] as number)
      pull += their * ((rest[rating] as number) + before * their)
    }
    const after = pull / weight
    mine[m] = after
    mineVariance[m] = noise / weight
    for (let i = start[m] as number; i < end; i += 1) {
      const rating = ratings[i] as number
      rest[rating] =
        (rest[rating] as number) - (after - before) * (theirs[member[rating] as number] as number)
    }
  }
}

/** The mean square of what is left, including what the estimates are unsure about. */
function unexplained(person: Side, place: Side, rest: Float64Array): number {
  let total = 0
  for (const left of rest) total += left * left
  person.estimate.forEach((people, k) => {
    const places = column(place, k)
    const peopleVariance = person.variance[k] as Float64Array
    const placesVariance = place.variance[k] as Float64Array
    for (let rating = 0; rating < rest.length; rating += 1) {
      const p = person.member[rating] as number
      const q = place.member[rating] as number
      const unsure = placesVariance[q] as number
      total +=
        (people[p] as number) ** 2 * unsure +
        ((places[q] as number) ** 2 + unsure) * (peopleVariance[p] as number)
    }
  })
  return Math.max(total / rest.length, 1e-6)
}

/** How much the members really differ in each column: what hardly differs is drawn towards zero all the more. */
function judgeSpread(side: Side, judged: (k: number) => boolean): void {
  side.estimate.forEach((estimates, k) => {
    if (!judged(k)) return
    const variances = side.variance[k] as Float64Array
    let total = 0
    for (let m = 0; m < estimates.length; m += 1)
      total += (estimates[m] as number) ** 2 + (variances[m] as number)
    side.spread[k] = Math.max(total / estimates.length, 1e-9)
  })
}

function sideOf(member: Int32Array, size: number, columns: number, noise: number): Side {
  const zeros = () => Array.from({ length: columns }, () => new Float64Array(size))
  const spread = new Float64Array(columns).fill(initialSpread * Math.sqrt(noise))
  return { ...groupBy(member, size), member, estimate: zeros(), variance: zeros(), spread }
}

/** The ratings of places that enough people rated, with people and places numbered from 0. */
function ratedByCrowd(all: Ratings, least: number) {
  const raters = new Map<number, number>()
  for (let i = 0; i < all.values.length; i += 1) {
    const place = all.places[i] as number
    raters.set(place, (raters.get(place) ?? 0) + 1)
  }
  const kept = Int32Array.from(all.values.keys()).filter(
    i => (raters.get(all.places[i] as number) ?? 0) >= least,
  )
  const places = columnOf(kept, all.places)
  const { ids: placeIds, ...numbered } = places
  return {
    people: columnOf(kept, all.people),
    places: numbered,
    values: Float64Array.from(kept, i => all.values[i] as number),
    placeIds,
  }
}

const column = (side: Side, k: number) => side.estimate[k] as Float64Array

/** From columns to one row for each member. */
function byMember(columns: Float64Array[], size: number): Float32Array {
  const rows = new Float32Array(size * columns.length)
  columns.forEach((values, k) => {
    values.forEach((value, m) => {
      rows[m * columns.length + k] = value
    })
  })
  return rows
}

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)
const meanSquare = (values: Float64Array) =>
  values.reduce((total, value) => total + value * value, 0) / (values.length || 1)
