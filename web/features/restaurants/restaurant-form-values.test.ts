import { expect, it } from 'vitest'
import type { Restaurant, RestaurantForm } from '#contract/restaurants.ts'
import { changesIn, valuesOf } from './restaurant-form-values.ts'

const week = [{ day: 1, start: '11:00', end: '21:00' }]
const restaurant = (fields: object) => ({ name: 'Plum', ...fields }) as unknown as Restaurant
const changes = (before: Restaurant, fields: object) =>
  changesIn({ ...valuesOf(before), ...fields } as RestaurantForm, before)

it('sends only the changed fields', () => {
  const before = restaurant({ hours: 'Tue 11-9', openingTimes: week })
  expect(changes(before, { name: 'Plums' })).toEqual({ name: 'Plums' })
})

it('sends a custom hours text along with a new week, so that the text is kept', () => {
  const before = restaurant({ hours: 'Call ahead', openingTimes: null })
  expect(changes(before, { openingTimes: week })).toEqual({ hours: 'Call ahead', openingTimes: week })
})

it('sends no hours text if there is none, so that the server writes it from the week', () => {
  const before = restaurant({ hours: null, openingTimes: null })
  expect(changes(before, { openingTimes: week })).toEqual({ openingTimes: week })
})
