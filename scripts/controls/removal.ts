import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** A control that is removed on purpose, and the tests that must notice. */
export type Removal = {
  /** The name of its file in `scripts/controls/`, without the extension. */
  list: string
  /** The threats of docs/security.md and faults of docs/reliability.md that it protects against. */
  rows: string[]
  /** A description of what is removed. */
  without: string
  /** All edits to make together. If two controls protect against the same threat, both are removed. */
  edits: Edit[]
  /** The tests that must all fail, with their titles as in the documents. */
  fails: NamedTest[]
  engine: 'sqlite' | 'postgres'
}

/** A text that occurs exactly once in a file, and its replacement. */
export type Edit = { file: string; text: string; instead: string }

export type NamedTest = { file: string; title: string }

/** All removals in `scripts/controls/*.txt`. */
export const readRemovals = (): Removal[] =>
  globSync('scripts/controls/*.txt')
    .sort()
    .flatMap(path => parse(basename(path, '.txt'), readFileSync(path, 'utf8')))

/**
 * Each removal begins with its rows, a description of what is removed, and `(postgres)` if only that engine has the
 * control. Then come the edits (`in` a file, the text after `-`, its replacement after `+`) and the tests that must
 * fail.
 */
function parse(list: string, text: string): Removal[] {
  const removals: Removal[] = []
  for (const line of text.split('\n')) {
    const removal = removals.at(-1)
    const edit = removal?.edits.at(-1)
    const [, rows, without, postgres] = /^([TD]-\d.*?) without (.*?)( \(postgres\))?$/.exec(line) ?? []
    const [, file] = /^ {2}in (\S+)$/.exec(line) ?? []
    const [, testFile, title] = /^ {2}fails (\S+) › (.+)$/.exec(line) ?? []
    if (rows && without)
      removals.push({
        list,
        rows: rows.split(', '),
        without,
        edits: [],
        fails: [],
        engine: postgres ? 'postgres' : 'sqlite',
      })
    else if (removal && file) removal.edits.push({ file, text: '', instead: '' })
    else if (removal && testFile && title) removal.fails.push({ file: testFile, title })
    else if (edit && line.startsWith('-')) edit.text += `${line.slice(1)}\n`
    else if (edit && line.startsWith('+')) edit.instead += `${line.slice(1)}\n`
    else if (line !== '' && !line.startsWith('#')) throw new Error(`This is no part of a removal: ${line}`)
  }
  return removals.map(removal => ({ ...removal, edits: removal.edits.map(withoutLastBreak) }))
}

const withoutLastBreak = ({ file, text, instead }: Edit): Edit => ({
  file,
  text: text.slice(0, -1),
  instead: instead.slice(0, -1),
})

/** The source without the control. Throws unless its text occurs exactly once. */
export function applyEdit(source: string, { file, text, instead }: Edit): string {
  const [before, after, ...others] = source.split(text)
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`In ${file} this stands ${source.split(text).length - 1} times, not once: ${text}`)
  return before + instead + after
}
