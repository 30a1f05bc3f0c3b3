import { readFileSync } from 'node:fs'
import type { Removal } from './removal.ts'

/** The document with the result of each removal. */
export const controlsDocument = 'docs/controls.md'

const head = `# Controls removed on purpose

A test that has never failed may prove nothing. \`npm run controls\` removes each control below from a copy of the project and runs the tests
listed with it, which name its rows of [security.md](security.md) or [reliability.md](reliability.md): each test must then fail.
[Why](decisions/0037-controls-taken-away.md).

\`\`\`
npm run controls                             # all: about an hour
npm run controls -- --only T-20,backups      # those of a row, or of a list
npm run controls -- --only T-20 --write      # also writes the result to this file
\`\`\`

The last column has the day on which the tests last failed without the control; ✗ if one of them passed, empty if that was never tried. Each
heading links to a list with the exact edits.
`

/** The document after a run on this day. Removals that were not part of the run keep their mark. */
export function withOutcomes(
  before: string,
  removals: Removal[],
  { noticed, day }: { noticed: Map<Removal, boolean>; day: string },
): string {
  const marks = marksOf(before)
  const mark = (removal: Removal) => {
    const isNoticed = noticed.get(removal)
    if (isNoticed === undefined) return marks.get(cellsOf(removal)) ?? ''
    return isNoticed ? day : '✗'
  }
  const sections = [...Map.groupBy(removals, ({ list }) => list)].map(([list, own]) => {
    const path = `scripts/controls/${list}.txt`
    const title = readFileSync(path, 'utf8').split('\n')[0]?.replace(/^# /, '')
    const lines = own.map(removal => `${cellsOf(removal)} ${mark(removal)} |`.replace('|  |', '| |'))
    return [`## [${title}](../${path})`, '', ...tableHead, ...lines].join('\n')
  })
  const held = removals.filter(removal => !['', '✗'].includes(mark(removal))).length
  return `${head}\n${removals.length} controls, tests notice the removal of ${held}.\n\n${sections.join('\n\n')}\n`
}

const tableHead = ['| row | removed control | file | noticed by | date |', '| --- | --- | --- | --- | --- |']

/** The line of a removal without its mark. A mark is kept only as long as this text stays the same. */
function cellsOf({ rows, without, engine, edits, fails }: Removal): string {
  const files = [...new Set(edits.map(({ file }) => linkTo(file)))]
  const tests = [...Map.groupBy(fails, ({ file }) => file)].map(
    ([file, own]) => `${linkTo(file)}: ${own.map(({ title }) => escaped(title)).join('; ')}`,
  )
  const what = `${without}${engine === 'postgres' ? ' (PostgreSQL)' : ''}`
  return `| ${rows.join(', ')} | ${escaped(what)} | ${files.join('<br>')} | ${tests.join('<br>')} |`
}

const marksOf = (text: string) =>
  new Map(
    text.split('\n').flatMap(line => {
      const [, cells, mark] = /^(\| [TD]-\d.* \|) ([\d-]+|✗) \|$/.exec(line) ?? []
      return cells && mark ? [[cells, mark] as const] : []
    }),
  )

const linkTo = (file: string) => `[${file.split('/').at(-1)}](../${file})`

/** Escapes Markdown characters. */
const escaped = (text: string) => text.replaceAll(/[<>*_[\]`|]/g, '\\$&')
