import { expect, test } from 'vitest'
import { ordinal } from './ordinal.ts'

test('ordinals have their endings', () => {
  const all = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 112].map(ordinal)
  expect(all.join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 112th')
})
