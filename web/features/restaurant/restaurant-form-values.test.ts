import { expect, it } from 'vitest'
import type { Restaurant, RestaurantForm } from '#contract/restaurants.ts'
import { changesIn, valuesOf } from './restaurant-form-values.ts'

const week = [{ day: 1, start: '11:00', end: '21:00' }]
const restaurant = (fields: object) => ({ name: 'Plum', ...fields }) as unknown as Restaurant
const changes = (before: Restaurant, fields: object) =>
  changesIn({ ...valuesOf(before), ...fields } as RestaurantForm, before)

it('sends only what was changed', () => {
  const before = restaurant({ hours: 'Tue 11-9', openingTimes: week })
  expect(changes(before, { name: 'Plums' })).toEqual({ name: 'Plums' })
})

it('sends a text of one’s own beside a week that was filled in, so that it stays', () => {
  const before = restaurant({ hours: 'Call ahead', openingTimes: null })
  expect(changes(before, { openingTimes: week })).toEqual({ hours: 'Call ahead', openingTimes: week })
})

it('leaves a text to be written from the week where there is none', () => {
  const before = restaurant({ hours: null, openingTimes: null })
  expect(changes(before, { openingTimes: week })).toEqual({ openingTimes: week })
})
