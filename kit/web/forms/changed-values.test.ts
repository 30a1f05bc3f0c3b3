import { expect, test } from 'vitest'
import { changedValues } from './changed-values.ts'

const before = { id: 7, name: 'Arden', latitude: 35.5, isActive: true }

test('only the values that differ from before remain', () => {
  expect(changedValues({ name: 'Arden', latitude: 35.5, isActive: true }, before)).toEqual({})
  expect(changedValues({ name: 'Arden South', latitude: 35.5, isActive: false }, before)).toEqual({
    name: 'Arden South',
    isActive: false,
  })
})

test('a field that was not filled in is not a change, but an emptied one is', () => {
  expect(changedValues({ name: undefined, note: '', latitude: null }, before)).toEqual({
    note: '',
    latitude: null,
  })
})
