import { expect, test } from 'vitest'
import { foldName } from './fold-name.ts'

test.each([
  ['Guest Services', ' guest   SERVICES '],
  ['Café Zoë', 'CAFE\u0301 ZOE\u0308'],
  ['Two\nlines', 'two lines'],
])('%j and %j are the same name', (a, b) => {
  expect(foldName(a)).toBe(foldName(b))
})

test.each([
  ['Cafe', 'Café'],
  ['Joe’s Grill', 'Joes Grill'],
])('%j and %j are not', (a, b) => {
  expect(foldName(a)).not.toBe(foldName(b))
})
