import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withProof } from './proof/document.ts'
import { namedTests } from './proof/named-tests.ts'
import { documents, hasExplanation, rowsOf } from './proof/rows.ts'

/* Checks docs/security.md and docs/reliability.md: each row has tests or says why not, and every id is explained. */

const files = Object.values(documents)
const tests = namedTests()
const rows = files.flatMap(rowsOf)

test.each(files)('%s lists the tests that name its rows (if not: npm run security -- --lists)', file => {
  const text = readFileSync(file, 'utf8')
  expect(text).toBe(withProof(text, tests))
})

test.each(files)('every row of %s can be parsed', file => {
  const begun = readFileSync(file, 'utf8').match(/^\| *\*\*[A-Z]-\d+/gm) ?? []
  expect(begun.length).toBeGreaterThan(20)
  expect(begun.map(start => start.replace('| **', ''))).toEqual(rowsOf(file).map(({ id }) => id))
})

test('every row has a test, or says why there is none', () => {
  const named = new Set(tests.flatMap(({ rows }) => rows))
  expect(rows.filter(row => !named.has(row.id) && !hasExplanation(row)).map(({ id }) => id)).toEqual([])
})

test('every id of a threat or fault used in the code is explained in exactly one row', () => {
  const explained = rows.map(({ id }) => id)
  expect(explained).toEqual([...new Set(explained)])
  const code = globSync('{server,e2e,reliability,web,domain,contract,scripts}/**/*.{ts,tsx,css,html,json,md}')
  const unknown = code.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:[TD]-\d{2,3}|L-\d{1,2})\b/g)]
      .filter(([id]) => !explained.includes(id))
      .map(([id]) => `${file}: ${id}`),
  )
  expect(unknown).toEqual([])
})
