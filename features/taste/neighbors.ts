import { minPeople } from '#kit/rules/min-people.ts'
import { columnOf, groupBy, type Ratings } from './ratings-table.ts'

/*
 * Reasons for the expected stars, in everyday terms: the people who rate as you do, and places that were liked by
 * those who liked this one. Each is based on at least three people, so that it reveals nothing about any one of them.
 */

/** A rating of at least this many stars means that the person liked the place. */
export const liked = 4

export type Neighbors = {
  /** For each person, those who rate most alike, the most alike first. */
  people: Map<number, number[]>
  /** For each place, the places whose fans like it more than other people do, the strongest link first. */
  places: Map<number, number[]>
  /** For each person, the places that they like. */
  likes: Map<number, Int32Array>
}

const maxPeople = 20
const maxPlaces = 12
/** Two people are compared only if there are at least this many places that both rated. */
const minShared = 3
const minSimilarity = 0.15
/** Shrinks agreement over few places toward zero, as if there were this many more places without agreement. */
const shrinkage = 3
/** Of the people who liked one place and rated the other, at least this share must like the other. */
const minShare = 0.6
/** Only this many of a person's latest ratings count: enough to know their taste, while thousands would be slow. */
const maxLikes = 300

export function findNeighbors(all: Ratings): Neighbors {
  const allRatings = Int32Array.from(all.values.keys())
  const people = columnOf(allRatings, all.people)
  const places = columnOf(allRatings, all.places)
  const table = {
    people: { ...people, ...groupBy(people.member, people.size) },
    places: { ...places, ...groupBy(places.member, places.size) },
  }
  return {
    people: findSimilarPeople(table, deviations(table, all.values)),
    places: findLinkedPlaces(table, all.values),
    likes: findLikes(table, all.values),
  }
}

/** How many of those who rate most like one of these persons like each place. */
export function countLikes({ people, likes }: Neighbors, persons: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const other of new Set(persons.flatMap(person => people.get(person) ?? [])))
    for (const place of likes.get(other) ?? []) counts.set(place, (counts.get(place) ?? 0) + 1)
  return counts
}

function findLikes({ people, places }: Table, values: Float64Array): Neighbors['likes'] {
  const likesOf = (person: number) =>
    people.ratings
      .subarray(people.start[person], people.start[person + 1])
      .filter(rating => (values[rating] as number) >= liked)
      .map(rating => places.ids[places.member[rating] as number] as number)
  return new Map(Array.from(people.ids, (id, person) => [id, likesOf(person)]))
}

type Numbered = { member: Int32Array; size: number; ids: Int32Array; start: Int32Array; ratings: Int32Array }
type Table = { people: Numbered; places: Numbered }

function findSimilarPeople({ people, places }: Table, deviation: Float64Array): Neighbors['people'] {
  const shared = new Int32Array(people.size)
  const product = new Float64Array(people.size)
  const mine = new Float64Array(people.size)
  const theirs = new Float64Array(people.size)
  return mapMembers(people, person => {
    for (const sums of [shared, product, mine, theirs]) sums.fill(0)
    const end = people.start[person + 1] as number
    for (let i = people.start[person] as number; i < end; i += 1) {
      const own = people.ratings[i] as number
      const me = deviation[own] as number
      const place = places.member[own] as number
      const last = places.start[place + 1] as number
      for (let j = places.start[place] as number; j < last; j += 1) {
        const other = places.ratings[j] as number
        const who = people.member[other] as number
        const they = deviation[other] as number
        shared[who] = (shared[who] as number) + 1
        product[who] = (product[who] as number) + me * they
        mine[who] = (mine[who] as number) + me * me
        theirs[who] = (theirs[who] as number) + they * they
      }
    }
    return topScored(people, maxPeople, who => {
      const count = shared[who] as number
      if (who === person || count < minShared) return 0
      const scale = Math.sqrt((mine[who] as number) * (theirs[who] as number))
      const alike = scale === 0 ? 0 : ((product[who] as number) / scale) * (count / (count + shrinkage))
      return alike < minSimilarity ? 0 : alike
    })
  })
}

function findLinkedPlaces({ people, places }: Table, values: Float64Array): Neighbors['places'] {
  const isLiked = Uint8Array.from(values, value => Number(value >= liked))
  const known = new Int32Array(places.size)
  const both = new Int32Array(places.size)
  return mapMembers(places, place => {
    known.fill(0)
    both.fill(0)
    let likes = 0
    const end = places.start[place + 1] as number
    const begin = places.start[place] as number
    // Everyone who rated this place, and what else they liked lately.
    for (let i = begin; i < end; i += 1) {
      const here = places.ratings[i] as number
      const person = people.member[here] as number
      const last = people.start[person + 1] as number
      likes += isLiked[here] as number
      for (let j = Math.max(people.start[person] as number, last - maxLikes); j < last; j += 1) {
        const there = people.ratings[j] as number
        if (isLiked[there] === 0) continue
        const otherPlace = places.member[there] as number
        known[otherPlace] = (known[otherPlace] as number) + 1
        both[otherPlace] = (both[otherPlace] as number) + (isLiked[here] as number)
      }
    }
    const usual = likes / (end - begin)
    return topScored(places, maxPlaces, otherPlace => {
      // Must be more than `minPeople`: one of them may be the user who is looking, who may have withdrawn a
      // rating.
      if (otherPlace === place || (both[otherPlace] as number) <= minPeople) return 0
      const count = known[otherPlace] as number
      const share = ((both[otherPlace] as number) + shrinkage * usual) / (count + shrinkage)
      return share < minShare || share <= usual ? 0 : share - usual
    })
  })
}

/** How far each rating is from what its person usually gives and its place usually gets. */
function deviations({ people, places }: Table, values: Float64Array): Float64Array {
  const mean = values.reduce((total, value) => total + value, 0) / (values.length || 1)
  const averages = ({ member, size, start }: Numbered) => {
    const totals = new Float64Array(size)
    member.forEach((m, rating) => {
      totals[m] = (totals[m] as number) + (values[rating] as number)
    })
    return totals.map((total, m) => total / ((start[m + 1] as number) - (start[m] as number)))
  }
  const person = averages(people)
  const place = averages(places)
  return values.map((value, rating) => {
    const usual =
      (person[people.member[rating] as number] as number) + (place[places.member[rating] as number] as number)
    return value - usual + mean
  })
}

function mapMembers(side: Numbered, found: (m: number) => number[]): Map<number, number[]> {
  const all = new Map<number, number[]>()
  side.ids.forEach((id, m) => {
    const ids = found(m)
    if (ids.length > 0) all.set(id, ids)
  })
  return all
}

/** The ids of the members with the highest scores above zero. */
function topScored({ ids, size }: Numbered, most: number, score: (m: number) => number): number[] {
  const found: { id: number; score: number }[] = []
  for (let m = 0; m < size; m += 1) {
    const value = score(m)
    if (value > 0) found.push({ id: ids[m] as number, score: value })
  }
  return found
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, most)
    .map(({ id }) => id)
}
