import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* What docs/security.md and docs/reliability.md claim: the tests that they name exist, and every id is explained. */

const documents = ['docs/security.md', 'docs/reliability.md'] as const
const textOf = (file: string) => readFileSync(file, 'utf8')

test.each(documents)('every test that %s names exists under that title', document => {
  const named = [...textOf(document).matchAll(/`([\w.-]+\/[\w/.-]+) › ([^`\n]+)`/g)]
  expect(named.length).toBeGreaterThan(20)
  const missing = named.filter(([, file = '', titles = '']) => !hasTest(file, titles.split(' › ')))
  expect(missing.map(([text]) => text)).toEqual([])
})

test('every threat names a test, or says that there is none', () => {
  const threats = textOf('docs/security.md')
    .split(/^- (?=\*\*T-)/m)
    .slice(1)
  expect(threats.length).toBeGreaterThan(80)
  expect(threats.filter(text => !/ › |\*Not (?:tested|built)/.test(text))).toEqual([])
})

test('every id of a threat or fault that the code names is explained, once', () => {
  const explained = documents.flatMap(document =>
    [...textOf(document).matchAll(/^- \*\*([TDL]-\d+)\*\* \w/gm)].map(([, id]) => id),
  )
  expect(explained).toEqual([...new Set(explained)])
  const code = globSync('{server,e2e,reliability,web,domain,contract}/**/*.{ts,tsx,css,html,json,md}')
  const unknown = code.flatMap(file =>
    [...textOf(file).matchAll(/\b(?:[TD]-\d{2,3}|L-\d{1,2})\b/g)]
      .filter(([id]) => !explained.includes(id))
      .map(([id]) => `${file}: ${id}`),
  )
  expect(unknown).toEqual([])
})

/** Whether each title stands in the file as a whole string, where a test, a describe or a scenario has its title. */
function hasTest(file: string, titles: string[]): boolean {
  if (!existsSync(file)) return false
  const source = textOf(file)
  return titles.every(title =>
    ["'", '"', '`'].some(quote =>
      source
        .split(quote + title + quote)
        .some((before, i, all) => i < all.length - 1 && /(\(|what:)\s*$/.test(before)),
    ),
  )
}
