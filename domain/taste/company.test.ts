import { describe, expect, it } from 'vitest'
import { findCompany } from './company.ts'

const ratingsOf = (rows: number[][]) => ({
  people: Int32Array.from(rows, ([person = 0]) => person),
  places: Int32Array.from(rows, ([, place = 0]) => place),
  values: Float64Array.from(rows, ([, , stars = 0]) => stars),
})

// Ten people each of two camps: the even ones love places 10 to 14 and not 20 to 24, the odd ones the other way around.
const camps = Array.from({ length: 20 }, (_, person) =>
  [10, 11, 12, 13, 14, 20, 21, 22, 23, 24].map(place => [
    person,
    place,
    place < 20 === (person % 2 === 0) ? 5 : 2,
  ]),
).flat()

describe('company', () => {
  it('finds those who rate alike, and never oneself', () => {
    const { people } = findCompany(ratingsOf(camps))
    const alike = people.get(4) ?? []
    expect(alike).toHaveLength(9)
    expect(alike.every(person => person % 2 === 0 && person !== 4)).toBe(true)
  })

  it('puts the most alike first', () => {
    const rows = [
      [5, 4, 2, 1, 3, 1, 5],
      [1, 3, 5, 4, 2, 5, 1],
      [4, 4, 2, 3, 3, 2, 4],
      [5, 4, 2, 1, 3, 1, 4],
    ].flatMap((stars, person) => stars.map((value, place) => [person, place, value]))
    expect(findCompany(ratingsOf(rows)).people.get(0)).toEqual([3, 2])
  })

  it('compares what people give beyond their usual stars, not the stars', () => {
    // The second is as fond of the same places, but gives less; the third gives as much, to other places.
    const rows = [
      [5, 5, 4, 3, 3],
      [3, 3, 2, 1, 1],
      [3, 4, 3, 5, 5],
    ].flatMap((stars, person) => stars.map((value, place) => [person, place, value]))
    expect(findCompany(ratingsOf(rows)).people.get(0)).toEqual([1])
  })

  it('keeps the twenty who rate most alike', () => {
    const crowd = Array.from({ length: 30 }, (_, person) =>
      [10, 11, 12, 20, 21, 22].map(place => [person, place, place < 20 ? 5 : 1]),
    ).flat()
    const others = Array.from({ length: 30 }, (_, person) =>
      [10, 11, 12, 20, 21, 22].map(place => [person + 30, place, place < 20 ? 1 : 5]),
    ).flat()
    const { people } = findCompany(ratingsOf([...crowd, ...others]))
    expect(people.get(0)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })

  it('compares people over at least three places that both rated', () => {
    const hasCompany = (...rated: number[]) => {
      const rows = camps.filter(([person, place = 0]) => person !== 18 || rated.includes(place))
      return findCompany(ratingsOf(rows)).people.has(18)
    }
    expect([hasCompany(10, 20), hasCompany(10, 20, 21)]).toEqual([false, true])
  })

  it('finds places that were liked by those who liked this one, more than by others', () => {
    const { places } = findCompany(ratingsOf(camps))
    expect(places.get(10)?.toSorted()).toEqual([11, 12, 13, 14])
  })

  it('takes four stars for liking, and three for none', () => {
    const milder = camps.map(([person = 0, place = 0, stars = 0]) => [person, place, stars === 5 ? 4 : 3])
    expect(findCompany(ratingsOf(milder)).places.get(10)?.toSorted()).toEqual([11, 12, 13, 14])
  })

  it('links nothing to a place that everybody likes', () => {
    const everybody = Array.from({ length: 20 }, (_, person) => [person, 30, 5])
    const { places } = findCompany(ratingsOf([...camps, ...everybody]))
    expect(places.get(10)).not.toContain(30)
    expect(places.has(30)).toBe(false)
  })

  it('links no places on the word of three people, one of whom may be looking', () => {
    const few = (count: number) =>
      camps.filter(([person = 0, place = 0]) => place !== 11 || person % 2 === 1 || person < count * 2)
    expect(findCompany(ratingsOf(few(3))).places.has(11)).toBe(false)
    expect(findCompany(ratingsOf(few(4))).places.has(11)).toBe(true)
  })

  it('bears no ratings at all', () => {
    expect(findCompany(ratingsOf([]))).toEqual({ people: new Map(), places: new Map() })
  })
})
