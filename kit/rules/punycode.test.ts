import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePunycode } from './punycode.ts'

test('every label that Node can encode is decoded as Node does', () => {
  const letter = fc.constantFrom(...'abz09-äößéçøłžğабяωאבعفहिक्교회台灣テスト𠮷')
  fc.assert(
    fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 30 }), text => {
      const label = domainToASCII(text)
      fc.pre(label.startsWith('xn--'))
      expect(decodePunycode(label)).toBe(domainToUnicode(label))
    }),
  )
})

test.each(['', 'example', 'xn--', 'xn--99999999', 'xn--kln_sna!', 'xn--kln-snaz99999999999999'])(
  '%j has no letters of its own',
  label => {
    expect(decodePunycode(label)).toBeNull()
  },
)
