import { expect, test } from 'vitest'
import { matchesEtag } from './matches-etag.ts'

test('a version matches in the form that a proxy gave it', () => {
  const matches = (known: string, etag: string) => matchesEtag({ 'if-none-match': known }, etag)
  for (const known of ['"abc"', 'W/"abc"', '"abc-gzip"', 'W/"abc-br"', '"x", W/"abc" ,"y"']) {
    expect(matches(known, '"abc"'), known).toBe(true)
    expect(matches(known, 'W/"abc"'), known).toBe(true)
  }
  for (const known of ['', 'abc', '"ab"', 'W/"abcd"', '"abc-x"', 'w/"abc"']) {
    expect(matches(known, '"abc"'), known).toBe(false)
  }
  expect(matchesEtag({}, '"abc"')).toBe(false)
})
