import { expect, it } from 'vitest'
import type { Restaurant } from '#contract/restaurants.ts'
import { mergeEdits, pickWithPaired } from './edit-conflict.ts'
import { valuesOf } from './restaurant-form-values.ts'

const base = { name: 'Plum', hours: '9 AM - 5 PM', price: '$', phone: null } as unknown as Restaurant
const mine = (changes: object) => ({ ...valuesOf(base), ...changes }) as ReturnType<typeof valuesOf>
const theirs = (changes: object) => ({ ...base, ...changes }) as Restaurant

it('merges changes that two people made to different fields', () => {
  const merge = mergeEdits(mine({ name: 'Plum & Pear' }), base, theirs({ hours: '10 AM - 6 PM' }))
  expect(merge.values).toMatchObject({ name: 'Plum & Pear', hours: '10 AM - 6 PM' })
  expect(merge.differences).toEqual([])
  expect(merge.taken).toEqual(['hours'])
})

it('asks about fields that both people changed to different values', () => {
  const merge = mergeEdits(
    mine({ name: 'Plum & Pear', price: '$$' }),
    base,
    theirs({ name: 'Plums', price: '$$' }),
  )
  expect(merge.differences).toEqual(['name'])
})

it('keeps a field empty that one person emptied on purpose', () => {
  const before = theirs({ phone: '828 555 0100' })
  const emptied = { ...valuesOf(before), phone: null }
  expect(mergeEdits(emptied, before, before).values.phone).toBeNull()
})

it('asks about hours only once and takes the opening times along with the chosen hours', () => {
  const times = (from: string) => [{ day: 1, from, to: '17:00' }]
  const ours = mine({ hours: '10 AM - 5 PM', openingTimes: times('10:00') })
  const other = theirs({ hours: '8 AM - 5 PM', openingTimes: times('08:00') })
  const merge = mergeEdits(ours, base, other)
  expect(merge.differences).toEqual(['hours'])
  expect(merge.values).toMatchObject({ hours: '10 AM - 5 PM', openingTimes: times('10:00') })
  expect(pickWithPaired(other, ['hours'])).toEqual({ hours: '8 AM - 5 PM', openingTimes: times('08:00') })
})
