/**
 * The rows of docs/security.md and docs/reliability.md. What a row says is written there, and so is a – where one of the databases
 * takes no part; how many tests name it, and how they went, is put there by `npm run security` and `npm run reliability`.
 */
import { readFileSync } from 'node:fs'

export const documents = { security: 'docs/security.md', reliability: 'docs/reliability.md' } as const

/** Where the tests of a row run. */
export const places = ['SQLite', 'PostgreSQL', 'browser', 'unit'] as const
export type Place = (typeof places)[number]

/** As a cell has it: held, failed, left out since a tool is missing, not run yet, or nothing to run. */
export type Mark = '✓' | '✗' | '!' | '' | '–'

export type Row = {
  id: string
  /** Must, should or could hold. */
  level: string
  /** Threat or fault → what stands against it, and what is not built or tested, and why. */
  text: string
  tests: number
  marks: Record<Place, Mark>
  /** The day of the latest run. */
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

/** Why nothing is tested: such a row needs no test. */
export const isArgued = ({ text }: Row) => /\*Not (?:tested|built)/.test(text)
