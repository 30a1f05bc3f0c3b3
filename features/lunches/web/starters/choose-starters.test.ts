import { describe, expect, test } from 'vitest'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { chooseStarters, nextLunch, type StarterFacts } from './choose-starters.ts'
import { isNextLunchFree } from './next-lunch.ts'
import { starterReason, starterTitle } from './starter-texts.ts'

const timeZone = 'America/New_York'
// A Friday.
const when = { date: '2026-11-20', time: '12:00' }
const allDay = [0, 1, 2, 3, 4, 5, 6].map(day => ({ day, start: '11:00', end: '15:00' }))

type Fields = Partial<Restaurant> & { stars?: number; expected?: number }
const place = (id: number, fields: Fields = {}) =>
  ({
    id,
    name: `Place ${id}`,
    address: `${id} Sample Street`,
    cuisine: null,
    openingTimes: allDay,
    travelTime: 5,
    distance: id,
    avgRating: null,
    ratingCount: 0,
    disabled: false,
    ...fields,
  }) as Restaurant & Fields

function propose(places: (Restaurant & Fields)[], facts: Partial<StarterFacts> = {}) {
  const of = (id: number) => places.find(each => each.id === id)
  return chooseStarters({
    restaurants: places,
    ratingOf: id => of(id)?.stars,
    expectedOf: id => of(id)?.expected,
    isHidden: () => false,
    visits: [],
    avoidDays: 7,
    comesWeekly: false,
    when,
    timeZone,
    ...facts,
  })
}
const said = (...all: Parameters<typeof propose>) =>
  propose(...all).map(starter => [starterTitle(starter), starterReason(starter)])
const visit = (restaurantId: number, date: string, lunchId: number | null = null) => ({
  restaurantId,
  date,
  lunchId,
})

describe('to someone who rates', () => {
  const places = [
    place(1, { stars: 3, cuisine: 'pizza' }),
    place(2, { stars: 5, cuisine: 'thai' }),
    place(3, { expected: 4.6, cuisine: 'mexican' }),
    place(4, { avgRating: 4.2, ratingCount: 9, cuisine: 'pizza' }),
    place(5, { avgRating: 4.1, ratingCount: 9, cuisine: 'pizza' }),
    place(6, { avgRating: 3.9, ratingCount: 9, cuisine: 'thai' }),
    place(7, { avgRating: 3.8, ratingCount: 9, cuisine: 'sushi' }),
  ]

  test('the best place, a vote between three cuisines and a new place are proposed', () => {
    expect(said(places)).toEqual([
      ['Place 2', 'You gave it 5 stars'],
      ['Place 4, Place 6 or Place 7', 'A vote: Pizza, Thai or Sushi'],
      ['Place 3', 'New to you: 4.6 stars'],
    ])
    expect(propose(places).every(starter => starter.when === when)).toBe(true)
  })

  test('nothing that was eaten at lately, is hidden, disabled, or not open while they eat', () => {
    const visits = [visit(2, '2026-11-13')]
    expect(said(places, { visits })[0]).toEqual(['Place 3', 'For you: 4.6 stars'])
    expect(said(places, { visits, avoidDays: 6 })[0]?.[0]).toBe('Place 2')
    expect(said(places, { isHidden: id => id === 2 })[0]?.[0]).toBe('Place 3')
    const times = (start: string, end: string) => allDay.map(day => ({ ...day, start, end }))
    for (const fields of [
      { disabled: true },
      { openingTimes: times('17:00', '22:00') },
      { openingTimes: times('07:00', '12:30') },
    ])
      expect(said([place(9, { stars: 5, ...fields }), ...places])[0]?.[0]).toBe('Place 2')
    expect(said([place(9, { stars: 5, openingTimes: null, distance: 0 }), ...places])[0]?.[0]).toBe('Place 9')
  })

  test('without three cuisines there is no vote, and with only one place only that one', () => {
    expect(said(places.filter(({ cuisine }) => cuisine === 'pizza')).map(([, reason]) => reason)).toEqual([
      'All staff average 4.2 (9 ratings)',
      'New to you: 4.1 stars',
    ])
    expect(said([place(1, { stars: 2 })])).toEqual([['Place 1', 'You gave it 2 stars']])
    expect(propose([])).toEqual([])
  })

  test('the best and the new place are put to the vote too where the others have too few cuisines', () => {
    expect(said(places.filter(({ id }) => [2, 3, 4].includes(id)))[1]?.[0]).toBe(
      'Place 2, Place 3 or Place 4',
    )
  })
})

test('someone who has never rated gets the nearest place and the one with the best average', () => {
  const places = [
    place(1, { distance: null }),
    place(2, { distance: 3, avgRating: 4.5, ratingCount: 2 }),
    place(3, { distance: 1 }),
    place(4, { distance: 2, avgRating: 4.5, ratingCount: 30 }),
  ]
  expect(said(places)).toEqual([
    ['Place 3', 'The nearest that is open'],
    ['Place 4', 'All staff average 4.5 (30 ratings)'],
  ])
})

test.each([
  [{ openingTimes: null }, 'The nearest, hours not available'],
  [{ openingTimes: null, distance: null }, 'Hours not available'],
  [{ distance: null }, 'Open then'],
])('only a place that is known to be open is called so: %o', (fields, reason) => {
  expect(said([place(1, fields)])[0]).toEqual(['Place 1', reason])
})

describe('after two lunches on one day of the week', () => {
  const places = [place(1, { stars: 4 }), place(2, { avgRating: 4, ratingCount: 1 }), place(3)]
  const visits = [visit(2, '2026-11-13', 70), visit(3, '2026-11-06', 60)]

  test('it is proposed to repeat it, in place of something new', () => {
    const starters = propose(places, { visits })
    expect(starters.at(-1)?.places.map(({ id }) => id)).toEqual([2, 3])
    expect(said(places, { visits }).at(-1)?.[0]).toBe('Every Friday?')
  })

  test.each([
    ['once', visits.slice(1)],
    ['without a lunch of the app', visits.map(each => ({ ...each, lunchId: null }))],
    ['on another day', [visit(2, '2026-11-13', 70), visit(3, '2026-11-05', 60)]],
    ['at places that are gone', [visit(2, '2026-11-13', 70), visit(99, '2026-11-06', 60)]],
  ])('not if they ate %s', (_how, ate) => {
    expect(said(places, { visits: ate }).flat()).not.toContain('Every Friday?')
  })

  test('not if they come every week already', () => {
    expect(said(places, { visits, comesWeekly: true }).flat()).not.toContain('Every Friday?')
  })
})

describe('the next lunch', () => {
  const next = (iso: string) => nextLunch(new Date(iso), timeZone)
  test('is at noon or at the next quarter of an hour, and after 1:30 PM tomorrow at noon', () => {
    expect(next('2026-11-20T14:00:00Z')).toEqual(when)
    expect(next('2026-11-20T17:11:00Z')).toEqual({ date: '2026-11-20', time: '12:30' })
    expect(next('2026-11-20T18:30:59Z')).toEqual({ date: '2026-11-20', time: '13:45' })
    expect(next('2026-11-20T18:31:00Z')).toEqual({ date: '2026-11-21', time: '12:00' })
    expect(next('2026-11-21T04:59:00Z')).toEqual({ date: '2026-11-21', time: '12:00' })
  })

  test('is free unless one is planned for that day', () => {
    const lunch = (leavesAt: string, state = 'decided') => ({ leavesAt, state }) as never
    const isFree = (leavesAt: string, now: string, state?: string) =>
      isNextLunchFree([lunch(leavesAt, state)], new Date(now), timeZone)
    const morning = '2026-11-20T14:00:00Z'
    expect(isFree('2026-11-20T17:05:00Z', morning)).toBe(false)
    expect(isFree('2026-11-20T17:05:00Z', morning, 'cancelled')).toBe(true)
    expect(isFree('2026-11-21T17:05:00Z', morning), 'tomorrow').toBe(true)
    expect(isFree('2026-11-20T13:00:00Z', morning), 'it has left').toBe(true)
    expect(isFree('2026-11-20T22:00:00Z', '2026-11-20T19:00:00Z'), 'dinner').toBe(true)
    expect(isFree('2026-11-21T17:05:00Z', '2026-11-20T19:00:00Z')).toBe(false)
  })
})
