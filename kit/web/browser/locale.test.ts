import { expect, onTestFinished, test, vi } from 'vitest'
import { replaceInvalidLocale } from './locale.ts'

test.each([
  ['C', 'en-US'],
  ['', 'en-US'],
  ['de-AT', 'de-AT'],
])('a browser whose language is "%s" formats as %s', (language, used) => {
  vi.stubGlobal('navigator', { language })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  replaceInvalidLocale()
  expect(navigator.language).toBe(used)
  expect(new Intl.NumberFormat(navigator.language).format(5)).toBe('5')
})
