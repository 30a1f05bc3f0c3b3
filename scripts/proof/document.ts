import { readFileSync, writeFileSync } from 'node:fs'
import type { Verdict } from './judge.ts'
import type { NamedTest } from './named-tests.ts'
import { lineOf, rowOf } from './rows.ts'

const begin = '<!-- generated, tests by row: begin -->'
const end = '<!-- generated, tests by row: end -->'

/** The document with its rows updated by these verdicts, the number of tests per row, and the list of tests. */
export function withProof(text: string, tests: NamedTest[], verdicts: Verdict[] = []): string {
  const [head, tail] = [text.split(begin)[0], text.split(end)[1]]
  if (head === undefined || tail === undefined) throw new Error(`The marks ${begin} and ${end} are missing.`)
  const rows: string[] = []
  const table = head
    .split('\n')
    .map(line => {
      const written = rowOf(line)
      if (!written) return line
      const row = verdicts.find(({ row }) => row.id === written.id)?.row ?? written
      const own = tests.filter(test => test.rows.includes(row.id))
      if (own.length > 0) rows.push(`- **${row.id}**`, ...filesOf(own))
      return lineOf({ ...row, tests: own.length })
    })
    .join('\n')
  return `${table}${begin}\n\n${rows.join('\n')}\n\n${end}${tail}`
}

export function writeProof(file: string, tests: NamedTest[], verdicts: Verdict[] = []): void {
  writeFileSync(file, withProof(readFileSync(file, 'utf8'), tests, verdicts))
}

function filesOf(tests: NamedTest[]): string[] {
  const files = Map.groupBy(tests, ({ file }) => file)
  return [...files].map(([file, own]) => {
    const titles = own.map(({ title }) => escaped(title.replaceAll(/\$\{[^}]*\}/g, '…')))
    return `  - [${file}](../${file}): ${titles.join('; ')}`
  })
}

/** Escapes Markdown characters. */
const escaped = (title: string) => title.replaceAll(/[<>*_[\]`]/g, '\\$&')
