import { expect, test } from 'vitest'
import { isolated, sentence } from './isolated.ts'

test.each([
  ['a plain name stays as it is', 'Zoë Müller-Østergård 中村 👨‍👩‍👧', 'Zoë Müller-Østergård 中村 👨‍👩‍👧'],
  ['Hebrew', 'יוסי', '\u2068יוסי\u2069'],
  ['Arabic', 'مطعم', '\u2068مطعم\u2069'],
  ['Arabic numbers', '٣', '\u2068٣\u2069'],
  ['a mark', 'Ana\u200F', '\u2068Ana\u200F\u2069'],
  ['an override', '\u202Enigeb', '\u2068nigeb\u2069'],
  ['an embedding that is never ended', 'A\u202BB', '\u2068AB\u2069'],
  ['an isolate that is never ended', 'A\u2067B', '\u2068AB\u2069'],
  ['the end of an isolate that never began', 'A\u2069\u2066B', '\u2068AB\u2069'],
  ['two isolates', '\u2068א\u2069 \u2068ב\u2069', '\u2068\u2068א\u2069 \u2068ב\u2069\u2069'],
  ['one that is isolated already', '\u2068א\u2069', '\u2068א\u2069'],
])('within a sentence, %s', (_, name, shown) => {
  expect(isolated(name)).toBe(shown)
  expect(isolated(isolated(name))).toBe(shown)
})

test('names that are inserted into a sentence are isolated', () => {
  expect(sentence`${'יוסי'} goes to ${'Pho Vinh'} at ${12}`).toBe('\u2068יוסי\u2069 goes to Pho Vinh at 12')
})
