import { expect, test } from 'vitest'
import { plainForms } from './plain-forms.ts'

test('wide and bold characters have an ordinary form; footnotes, fractions and circled ones stay', () => {
  expect(plainForms('１２ 𝟏𝟐 Ｍａｉｎ')).toBe('12 12 Main')
  for (const text of ['12¹ Main', '12₁', '12½', '⑫', '12ª', '11ᵃ', '11ⓐ']) expect(plainForms(text)).toBe(text)
})
