import { expect, it } from 'vitest'
import type { Restaurant, RestaurantForm } from '../../contract.ts'
import { changesIn, schemaFor, valuesOf } from './restaurant-form-values.ts'

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

it('accepts what a restaurant has already, and nothing else beyond the limits', () => {
  const stored = restaurant({
    ...{ address: '1 St', campusCode: 'arden', price: null, hours: null, distance: 5000, travelTime: 0 },
    ...{ cuisine: 'C'.repeat(200), phone: null, websiteUrl: null, openingTimes: null, diets: [] },
    ...{ disabled: false, latitude: null, longitude: null },
  })
  const values = valuesOf(stored)
  const form = schemaFor(stored)
  expect(form.safeParse({ ...values, name: 'Plums' }).data).toMatchObject({ name: 'Plums', distance: 5000 })
  const issues = form.safeParse({ ...values, cuisine: 'D'.repeat(200) }).error?.issues
  expect(issues?.map(({ path, message }) => [path, message])).toEqual([
    [['cuisine'], 'At most 100 characters are allowed'],
  ])
})
