import { describe, expect, it } from 'vitest'
import { countLikes, findNeighbors } from './neighbors.ts'

const ratingsOf = (rows: number[][]) => ({
  people: Int32Array.from(rows, ([person = 0]) => person),
  places: Int32Array.from(rows, ([, place = 0]) => place),
  values: Float64Array.from(rows, ([, , stars = 0]) => stars),
})

// Two camps of ten people: the even ones love places 10 to 14 and not 20 to 24, the odd ones the other way
// around.
const camps = Array.from({ length: 20 }, (_, person) =>
  [10, 11, 12, 13, 14, 20, 21, 22, 23, 24].map(place => [
    person,
    place,
    place < 20 === (person % 2 === 0) ? 5 : 2,
  ]),
).flat()

describe('neighbors', () => {
  it('finds the people who rate like someone, without that person', () => {
    const { people } = findNeighbors(ratingsOf(camps))
    const alike = people.get(4) ?? []
    expect(alike).toHaveLength(9)
    expect(alike.every(person => person % 2 === 0 && person !== 4)).toBe(true)
  })

  it('counts those of them who like a place, with four or five stars', () => {
    const rows = camps.map(([person = 0, place = 0, stars = 0]) => [
      person,
      place,
      // Of the nine others, one gives place 10 three stars, and one four.
      place === 10 && person === 0 ? 3 : place === 10 && person === 2 ? 4 : stars,
    ])
    const likes = countLikes(findNeighbors(ratingsOf(rows)), [4])
    expect([10, 11, 20].map(place => likes.get(place))).toEqual([8, 9, undefined])
    expect(countLikes(findNeighbors(ratingsOf(rows)), [99]).size).toBe(0)
  })

  it('puts the most alike first', () => {
    const rows = [
      [5, 4, 2, 1, 3, 1, 5],
      [1, 3, 5, 4, 2, 5, 1],
      [4, 4, 2, 3, 3, 2, 4],
      [5, 4, 2, 1, 3, 1, 4],
    ].flatMap((stars, person) => stars.map((value, place) => [person, place, value]))
    expect(findNeighbors(ratingsOf(rows)).people.get(0)).toEqual([3, 2])
  })

  it('compares how far ratings are from a person’s usual stars, not the stars themselves', () => {
    // The second person likes the same places but gives fewer stars; the third gives as many stars, but to
    // other places.
    const rows = [
      [5, 5, 4, 3, 3],
      [3, 3, 2, 1, 1],
      [3, 4, 3, 5, 5],
    ].flatMap((stars, person) => stars.map((value, place) => [person, place, value]))
    expect(findNeighbors(ratingsOf(rows)).people.get(0)).toEqual([1])
  })

  it('keeps the twenty who rate most alike', () => {
    const crowd = Array.from({ length: 30 }, (_, person) =>
      [10, 11, 12, 20, 21, 22].map(place => [person, place, place < 20 ? 5 : 1]),
    ).flat()
    const others = Array.from({ length: 30 }, (_, person) =>
      [10, 11, 12, 20, 21, 22].map(place => [person + 30, place, place < 20 ? 1 : 5]),
    ).flat()
    const { people } = findNeighbors(ratingsOf([...crowd, ...others]))
    expect(people.get(0)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })

  it('compares two people only if both rated at least three of the same places', () => {
    const hasCompany = (...rated: number[]) => {
      const rows = camps.filter(([person, place = 0]) => person !== 18 || rated.includes(place))
      return findNeighbors(ratingsOf(rows)).people.has(18)
    }
    expect([hasCompany(10, 20), hasCompany(10, 20, 21)]).toEqual([false, true])
  })

  it('finds places that people who liked this one like more than others do', () => {
    const { places } = findNeighbors(ratingsOf(camps))
    expect(places.get(10)?.toSorted()).toEqual([11, 12, 13, 14])
  })

  it('counts four stars as liking a place, but not three', () => {
    const milder = camps.map(([person = 0, place = 0, stars = 0]) => [person, place, stars === 5 ? 4 : 3])
    expect(findNeighbors(ratingsOf(milder)).places.get(10)?.toSorted()).toEqual([11, 12, 13, 14])
  })

  it('links no other place to one that everyone likes', () => {
    const everybody = Array.from({ length: 20 }, (_, person) => [person, 30, 5])
    const { places } = findNeighbors(ratingsOf([...camps, ...everybody]))
    expect(places.get(10)).not.toContain(30)
    expect(places.has(30)).toBe(false)
  })

  it('needs more than three people to link places, since one of them may be the user who is looking', () => {
    const few = (count: number) =>
      camps.filter(([person = 0, place = 0]) => place !== 11 || person % 2 === 1 || person < count * 2)
    expect(findNeighbors(ratingsOf(few(3))).places.has(11)).toBe(false)
    expect(findNeighbors(ratingsOf(few(4))).places.has(11)).toBe(true)
  })

  it('works without any ratings', () => {
    expect(findNeighbors(ratingsOf([]))).toEqual({ people: new Map(), places: new Map(), likes: new Map() })
  })
})
