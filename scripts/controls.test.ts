import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { controlsDocument, withOutcomes } from './controls/document.ts'
import { applyEdit, type Removal, readRemovals } from './controls/removal.ts'
import { namedTests } from './proof/named-tests.ts'

/* Checks that the controls that `npm run controls` removes still exist. The long run itself is a separate command. */

const removals = readRemovals()

test('the text that each removal takes away occurs exactly once in its file', () => {
  expect(removals.length).toBeGreaterThan(50)
  expect(removals.flatMap(problemsOf)).toEqual([])
})

test('each removal lists existing tests that name its rows', () => {
  const named = namedTests()
  const unnamed = removals.filter(({ fails }) => fails.length === 0).map(({ without }) => without)
  const unknown = removals.flatMap(({ rows, fails }) =>
    fails
      .filter(test => !named.some(each => isSame(each, test) && each.rows.some(row => rows.includes(row))))
      .map(({ file, title }) => `${rows.join(', ')}: ${file} › ${title}`),
  )
  expect([...unnamed, ...unknown]).toEqual([])
})

test('the document lists all removals', () => {
  const written = readFileSync(controlsDocument, 'utf8')
  expect(withOutcomes(written, removals, { noticed: new Map(), day: '' })).toBe(written)
})

test('removals that were run get the day or a mark for not noticed, and all others keep their mark', () => {
  const [first, second, third] = removals
  if (!first || !second || !third) throw new Error('There are too few removals')
  const note = (before: string, noticed: [Removal, boolean][], day: string) =>
    withOutcomes(before, removals, { noticed: new Map(noticed), day })
  const before = note(
    '',
    [
      [first, true],
      [second, true],
    ],
    '2026-01-02',
  )
  const after = note(
    before,
    [
      [second, false],
      [third, true],
    ],
    '2026-03-04',
  )
  expect(marksOf(after)).toEqual(['2026-01-02', '✗', '2026-03-04'])
  expect(after).toContain(`${removals.length} controls, tests notice the removal of 2.`)
})

const marksOf = (text: string) => [...text.matchAll(/ \| ([\d-]{10}|✗) \|$/gm)].map(([, mark]) => mark)
const isSame = (a: Test, b: Test) => a.file === b.file && a.title === b.title
type Test = { file: string; title: string }

function problemsOf({ rows, without, edits }: Removal): string[] {
  const sources = new Map<string, string>()
  try {
    for (const edit of edits) {
      const { file } = edit
      sources.set(file, applyEdit(sources.get(file) ?? readFileSync(file, 'utf8'), edit))
    }
    return []
  } catch (error) {
    return [`${rows.join(', ')} without ${without}: ${error}`]
  }
}
