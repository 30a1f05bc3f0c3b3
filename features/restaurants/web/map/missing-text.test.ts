import { expect, test } from 'vitest'
import { missingText } from './missing-text.ts'

test.each([
  [3, 43, '40 of 43 are on the map. The positions of the others are not known yet.'],
  [1, 43, '42 of 43 are on the map. The position of the other one is not known yet.'],
  [2, 3, '1 of 3 is on the map. The positions of the others are not known yet.'],
  [1, 2, '1 of 2 is on the map. The position of the other one is not known yet.'],
  [3, 3, 'The positions of these restaurants are not known yet, so the map only shows the campus.'],
  [1, 1, 'This restaurant’s position is not known yet, so the map only shows the campus.'],
])('%i of %i are missing on the map: %s', (missing, total, words) => {
  expect(missingText(missing, total)).toBe(words)
})
