import { expect, test } from 'vitest'
import { missingText } from './missing-text.ts'

test.each([
  [3, 43, '40 of 43 are on the map. Of the others it isn’t known yet where they are.'],
  [1, 43, '42 of 43 are on the map. Of the other one it isn’t known yet where it is.'],
  [2, 3, '1 of 3 is on the map. Of the others it isn’t known yet where they are.'],
  [1, 2, '1 of 2 is on the map. Of the other one it isn’t known yet where it is.'],
  [3, 3, 'It isn’t known yet where these restaurants are, so the map shows the campus alone.'],
  [1, 1, 'It isn’t known yet where this restaurant is, so the map shows the campus alone.'],
])('%i of %i are missing on the map: %s', (missing, total, words) => {
  expect(missingText(missing, total)).toBe(words)
})
