/**
 * The rows of docs/security.md and docs/reliability.md. Their text is written by hand, and so is a – for a database to
 * which the row doesn't apply. `npm run security` and `npm run reliability` fill in the test counts and results.
 */
import { readFileSync } from 'node:fs'

export const documents = { security: 'docs/security.md', reliability: 'docs/reliability.md' } as const

/** Where the tests of a row run. */
export const places = ['SQLite', 'PostgreSQL', 'browser', 'unit'] as const
export type Place = (typeof places)[number]

/** The content of a cell: passed, failed, left out because a tool is missing, not run yet, or nothing to run. */
export type Mark = '✓' | '✗' | '!' | '' | '–'

export type Row = {
  id: string
  /** Must, should or could: M, S or C. */
  level: string
  /** The threat or fault → the protection against it, and what is not built or tested, and why. */
  text: string
  tests: number
  marks: Record<Place, Mark>
  /** The day of the last run. */
  on: string
}

const line =
  /^\| \*\*([TDL]-\d+)\*\* ([MSC]) \| (.+) \| (\d*) ?\| (\S?) ?\| (\S?) ?\| (\S?) ?\| (\S?) ?\| ([\d-]*) ?\|$/

export function rowOf(text: string): Row | undefined {
  const [, id, level, sentence, tests, sqlite, postgres, browser, unit, on] = line.exec(text) ?? []
  if (id === undefined || level === undefined || sentence === undefined) return undefined
  const marks = { SQLite: sqlite, PostgreSQL: postgres, browser, unit } as Row['marks']
  return { id, level, text: sentence, tests: Number(tests), marks, on: on ?? '' }
}

export function lineOf({ id, level, text, tests, marks, on }: Row): string {
  const cells = [`**${id}** ${level}`, text, tests, ...places.map(place => marks[place]), on]
  return `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |')
}

export function rowsOf(file: string): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(text => rowOf(text) ?? [])
}

/** Whether the row explains why it is not tested or not built; such a row needs no test. */
export const hasExplanation = ({ text }: Row) => /\*Not (?:tested|built)/.test(text)
