import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* docs/security.md and docs/reliability.md promise what holds, row by row; tests name their rows in their titles. */

const rows = ['docs/security.md', 'docs/reliability.md'].flatMap(file =>
  [...readFileSync(file, 'utf8').matchAll(/^\| \*\*([TD]-\d+)\*\* [MSC] \| (.+) \|$/gm)].map(
    ([, id = '', text = '']) => ({ id, isExplained: /\*Not (?:tested|built)/.test(text) }),
  ),
)
const ids = rows.map(({ id }) => id)
const files = globSync('{kit,features,app,scripts,tests}/**/*.{ts,tsx,mjs,css,html}')
const named = new Map(files.map(file => [file, readFileSync(file, 'utf8').match(/\b[TD]-\d{2,3}\b/g) ?? []]))

test('every row has a test that names it, or says why there is none', () => {
  const tested = [...named]
    .filter(([file]) => /\.(?:test|spec)\.|^tests\//.test(file))
    .flatMap(([, own]) => own)
  expect(rows.filter(({ id, isExplained }) => !isExplained && !tested.includes(id))).toEqual([])
  expect(ids.length).toBeGreaterThan(100)
})

test('every id in the code is explained in exactly one row', () => {
  expect(ids).toEqual([...new Set(ids)])
  const unknown = [...named].flatMap(([file, own]) =>
    own.filter(id => !ids.includes(id)).map(id => `${file}: ${id}`),
  )
  expect(unknown).toEqual([])
})
