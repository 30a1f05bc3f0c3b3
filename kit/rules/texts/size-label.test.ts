import { expect, test } from 'vitest'
import { sizeLabel } from './size-label.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [38 * 1024 + 300, '38 KB'],
  [1024 ** 2, '1 MB'],
  [1.25 * 1024 ** 2, '1.3 MB'],
  [2.5 * 1024 ** 3, '2.5 GB'],
])('%i bytes are shown as %s', (bytes, words) => {
  expect(sizeLabel(bytes)).toBe(words)
})
