import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applied, type Removal, readRemovals } from './controls/removal.ts'
import { namedTests } from './proof/named-tests.ts'

/* What `npm run controls` takes away is still there to be taken away; the long run itself is a command of its own. */

const removals = readRemovals()

test('what each removal takes away stands there once', () => {
  expect(removals.length).toBeGreaterThan(50)
  expect(removals.flatMap(problemsOf)).toEqual([])
})

test('each removal is noticed by tests that name its rows', () => {
  const named = namedTests()
  const unnamed = removals.filter(({ fails }) => fails.length === 0).map(({ without }) => without)
  const unknown = removals.flatMap(({ rows, fails }) =>
    fails
      .filter(test => !named.some(each => isSame(each, test) && each.rows.some(row => rows.includes(row))))
      .map(({ file, title }) => `${rows.join(', ')}: ${file} › ${title}`),
  )
  expect([...unnamed, ...unknown]).toEqual([])
})

const isSame = (a: Test, b: Test) => a.file === b.file && a.title === b.title
type Test = { file: string; title: string }

function problemsOf({ rows, without, edits }: Removal): string[] {
  const sources = new Map<string, string>()
  try {
    for (const edit of edits) {
      const { file } = edit
      sources.set(file, applied(sources.get(file) ?? readFileSync(file, 'utf8'), edit))
    }
    return []
  } catch (error) {
    return [`${rows.join(', ')} without ${without}: ${error}`]
  }
}
