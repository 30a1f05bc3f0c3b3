import { minPeople } from '#kit/rules/min-people.ts'
import { columnOf, groupBy, type Ratings, scatter } from './ratings-table.ts'

/*
 * How many stars a person would give a place: the mean of all ratings, plus how far above it this person usually
 * rates, plus how far above it this place is usually rated, plus how well a few traits of the place suit the
 * person's. docs/taste.md calculates an example by hand.
 */

export type TasteModel = {
  mean: number
  /** The variance of what the model can't explain. */
  noise: number
  /** How much people differ in each column: the variance to expect of an unknown person. */
  spread: Float64Array
  /** Place ids. In the other two arrays, the numbers of the n-th place begin at `n * spread.length`. */
  placeIds: Int32Array
  estimates: Float32Array
  /** How uncertain each estimate is. */
  variances: Float32Array
}

export type FitOptions = {
  /** How many traits are learned besides the two biases; those that explain nothing shrink to zero. */
  traits?: number
  /** Nothing is learned about places that fewer people rated, since the rating of one of them would show through. */
  minPeople?: number
  /** A part of the model to leave out, to measure its worth. */
  without?: 'place' | 'shrinkage'
}

// The first two columns are the biases. A person's bias is multiplied by a fixed 1 of each place, a place's
// bias by a fixed 1 of each person.
const personBias = 0
const placeBias = 1
const biases = 2
const sweeps = 40
/** For this many sweeps, the traits keep their initial spread: they must find a direction before they are judged. */
const warmUp = 15
/** Relative to the standard deviation of the noise. */
const initialSpread = 0.3

/** People or places: the ratings of each, and for each column an estimate and its variance. */
type Side = {
  start: Int32Array
  ratings: Int32Array
  /** The person or place of each rating. */
  member: Int32Array
  estimate: Float64Array[]
  variance: Float64Array[]
  spread: Float64Array
}

/** Learns from all ratings. The same ratings in the same order give the same model. */
export function fitTaste(all: Ratings, options: FitOptions = {}): TasteModel {
  const { traits = 8, without } = options
  const { people, places, values, placeIds } = withEnoughRaters(all, options.minPeople ?? minPeople)
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
    noise = residualVariance(person, place, rest)
    const isUpdated = (k: number) => without !== 'shrinkage' && (k < biases || sweep >= warmUp)
    updateSpread(person, k => learnsPeople(k) && isUpdated(k))
    updateSpread(place, k => learnsPlaces(k) && isUpdated(k))
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
 * Learns one person's taste from their own ratings and a finished model: one estimate per column. A place that the
 * model doesn't know counts as an average one: its rating tells what the person usually gives, but nothing about
 * taste.
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

/** The expected stars, unrounded. For a place that too few people rated, they are what the person usually gives. */
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
 * Gives each member of one side its best estimate in one column, with everything else fixed: the mean of what its
 * ratings call for, weighted by how certain the other side is, and shrunk toward zero as if by `noise / spread`
 * further ratings.
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

/** The mean square of what the model doesn't explain, including the uncertainty of the estimates. */
function residualVariance(person: Side, place: Side, rest: Float64Array): number {
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

/** Measures how much the members really differ in each column. If they hardly do, the column shrinks even more. */
function updateSpread(side: Side, judged: (k: number) => boolean): void {
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
function withEnoughRaters(all: Ratings, least: number) {
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

/** Converts columns to one row per member. */
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
