import { expect, test } from 'vitest'
import { changedValues } from './changed-values.ts'

const before = { id: 7, name: 'Arden', latitude: 35.5, isActive: true }

test('only what differs from before is left', () => {
  expect(changedValues({ name: 'Arden', latitude: 35.5, isActive: true }, before)).toEqual({})
  expect(changedValues({ name: 'Arden South', latitude: 35.5, isActive: false }, before)).toEqual({
    name: 'Arden South',
    isActive: false,
  })
})

test('what was not filled in is no change; what was emptied is one', () => {
  expect(changedValues({ name: undefined, note: '', latitude: null }, before)).toEqual({
    note: '',
    latitude: null,
  })
})
