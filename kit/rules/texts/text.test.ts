import { expect, test } from 'vitest'
import { onlyVisible, trimText, withoutInvisible } from './text.ts'

const england = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'
const scotland = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'

/** Texts whose invisible characters are needed. */
const needed = {
  'a family': '👨‍👩‍👧‍👦',
  'a heart on fire': '❤️‍🔥',
  'a flag with a selector': '🏳️‍🌈',
  'a skin tone': '👩🏽‍🍳',
  'a keycap': '1️⃣',
  'the flag of a region': england,
  Persian: 'می‌خواهم',
  'Malayalam, at the end of a word': 'അവന്‍',
  Hindi: 'क्‌ष',
  'Thai, where a line may break': 'ร้าน\u200Bอาหาร',
  'a variant of a Chinese character': '葛\u{E0100}飾',
  'a mark after Hebrew': 'שלום!\u200F (Arden)',
}

test.each(Object.entries(needed))('%s keeps its joiners', (_, text) => {
  expect(trimText(text)).toBe(text)
  expect(withoutInvisible(text)).toBe(text)
  expect(trimText(`\uFEFF ${text}\u200B`)).toBe(text)
})

const signs = [
  ...['\u200B', '\u200C', '\u200D', '\u200E', '\u202A', '\u202E', '\u2066', '\u2060', '\uFEFF', '\u00AD'],
]

test.each(signs)('%j is taken off the ends, and out of what is read by machines', sign => {
  expect(trimText(`${sign} ${sign}Café ${sign}Zoë${sign} ${sign}`)).toBe(`Café ${sign}Zoë`)
  expect(withoutInvisible(`${sign}1 Ma${sign}in St${sign}`)).toBe('1 Main St')
  expect(onlyVisible(`${sign}ana@exa${sign}mple.org${sign}`)).toBe('ana@example.org')
})

test.each([
  ...['', ' \t\n', '\u200B\u200D', '\u2800', '\u3164 \uFE0F', '\u{E0020}\u{E007F}', '\uFEFF\u00A0\u3000'],
])('%j is an empty text', text => {
  expect([trimText(text), withoutInvisible(text), onlyVisible(text)]).toEqual(['', '', ''])
})

test('names are compared by what is seen, and flags of regions by their tags', () => {
  expect(onlyVisible('👨‍👩‍👧 Café\u200B')).toBe(onlyVisible('👨👩👧 Ca\u00ADfé'))
  expect(onlyVisible(england)).not.toBe(onlyVisible(scotland))
})

test('a long text of blanks or invisible characters is quick', () => {
  const before = process.cpuUsage()
  for (const sign of [' ', '\u200B', 'é\u200B', '\u200Bé ']) {
    const text = `é${sign.repeat(100_000)}é`
    for (const tidy of [trimText, withoutInvisible, onlyVisible]) tidy(text)
  }
  // Of the processor's time, because the machine may be busy. With backtracking it would be minutes.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
})
