import { expect, test } from 'vitest'
import { parseTheme } from './theme.ts'

test.each([
  ['light', 'light'],
  ['dark', 'dark'],
  [null, 'system'],
  ['', 'system'],
  ['sepia', 'system'],
] as const)('a stored theme of %j means %s', (text, theme) => {
  expect(parseTheme(text)).toBe(theme)
})
