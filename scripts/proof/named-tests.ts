import { globSync, readFileSync } from 'node:fs'

/** A test, a describe or a scenario whose title names the rows that it proves. */
export type NamedTest = {
  file: string
  title: string
  rows: string[]
  /** Matches its title in a report, where placeholders are filled with any text. */
  pattern: RegExp
}

const testFiles = ['{server,domain,contract,web,scripts}/**/*.test.{ts,tsx,mjs}', 'tests/browser/*.spec.ts']
const idsAtEnd = /\[((?:[TDL]-\d+ ?)+)\]/g
const namingTitle = /\(\s*(['"`])((?:(?!\1).)+?) \[((?:[TDL]-\d+ ?)+)\]\1/g
const scenarioBody = /\bid: '([TDL]-\d+)',((?:(?!\bid: ')[\s\S])*?)\bwhat:\s*(?:(['"])(.+?)\3|`([^`]+)`)/g

/** The tests whose title ends with row ids, such as `[T-01 D-15]`, and the scenarios of reliability/. */
export function namedTests(): NamedTest[] {
  const tests = globSync(testFiles).flatMap(file => {
    const source = readFileSync(file, 'utf8')
    return [...source.matchAll(namingTitle)].map(({ index, 2: title = '', 3: ids = '' }) =>
      named(file, [...describesAround(source, index), title], ids.split(' ')),
    )
  })
  const scenarios = globSync('tests/reliability/*.ts').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(scenarioBody)].map(
      ([, id = '', between = '', , quoted, template]) => {
        const [also = ''] = /\balso: \[[^\]]*\]/.exec(between) ?? []
        return named(file, [quoted ?? template ?? ''], [id, ...(also.match(/[TDL]-\d+/g) ?? [])])
      },
    ),
  )
  return [...tests, ...scenarios].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
}

/** The row ids in a title from a report, which includes the titles of the describes around the test. */
export function rowsIn(title: string): string[] {
  return [...title.matchAll(idsAtEnd)].flatMap(([, ids = '']) => ids.split(' '))
}

/** A pattern for the test runners that selects the tests of these rows by their titles. */
export function titlesNaming(ids: string[]): string {
  return `\\[[^\\]]*\\b(?:${ids.join('|')})\\b[^\\]]*\\]`
}

/** Finds the enclosing describes by indentation, which is reliable because the sources are formatted. */
function describesAround(source: string, index: number): string[] {
  const lines = source.slice(0, source.indexOf('\n', index)).split('\n')
  let depth = indentation(lines.at(-1) ?? '')
  return lines.reverse().flatMap(line => {
    const [, title] = /^\s*(?:describe\b.*|\]\))\((?:['"`])(.+)['"`], (?:async )?\(.*=> \{$/.exec(line) ?? []
    if (title === undefined || indentation(line) >= depth) return []
    depth = indentation(line)
    return [title.replace(idsAtEnd, '').trim()]
  })
}

const indentation = (line: string) => line.search(/\S|$/)

function named(file: string, titles: string[], rows: string[]): NamedTest {
  const parts = titles.flatMap(title => title.split(/%\.?\d*[sdifjo]|\$\{[^}]*\}|\$[a-z][\w.]*/i))
  const escaped = parts.map(part => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return { file, title: titles.join(' › '), rows, pattern: new RegExp(escaped.join('[\\s\\S]*')) }
}
