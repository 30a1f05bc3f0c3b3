import { styleText } from 'node:util'
import type { NamedTest } from './named-tests.ts'
import { hasExplanation, type Mark, type Place, places, type Row } from './rows.ts'
import { placesOf, type Result, type Run } from './run-tests.ts'

/** A row with the results of the run, and the problems found. A row without problems holds. */
export type Verdict = { row: Row; problems: string[] }

export function judge(row: Row, tests: NamedTest[], { results, missing }: Run): Verdict {
  const own = tests.filter(({ rows }) => rows.includes(row.id))
  const shown = results.filter(({ rows }) => rows.includes(row.id))
  const marks = { ...row.marks }
  const problems = own.flatMap(test => problemsOf(test, shown, missing))
  for (const place of places) {
    const here = shown.filter(result => result.place === place)
    marks[place] = markOf(row, place, { own, here, isMissing: missing[place] !== undefined })
    if (marks[place] === '✗' && !here.some(({ state }) => state === 'failed'))
      problems.push(`nothing shows it on ${place}`)
    if (isDatabase(place) && row.marks[place] === '–' && here.some(isDone))
      problems.push(`${place} takes part: clear its –`)
  }
  if (own.length === 0 && !hasExplanation(row)) problems.push('no test names it, and nothing says why')
  const on = new Date().toISOString().slice(0, 10)
  return { row: { ...row, tests: own.length, marks, on }, problems }
}

const isDatabase = (place: Place) => place === 'SQLite' || place === 'PostgreSQL'
const isDone = ({ state }: Result) => state === 'passed' || state === 'failed'

function markOf(
  row: Row,
  place: Place,
  { own, here, isMissing }: { own: NamedTest[]; here: Result[]; isMissing: boolean },
): Mark {
  const isExpected = isDatabase(place)
    ? row.marks[place] !== '–'
    : own.some(test => placesOf(test).includes(place))
  if (here.some(({ state }) => state === 'failed')) return '✗'
  if (!isExpected) return '–'
  if (isMissing || here.some(({ state }) => state === 'left out')) return '!'
  return here.some(({ state }) => state === 'passed') ? '✓' : '✗'
}

/** A test must have run in at least one place, unless its tool is missing, and must not have failed anywhere. */
function problemsOf(test: NamedTest, shown: Result[], missing: Run['missing']): string[] {
  const results = shown.filter(
    ({ file, title }) =>
      (file ?? test.file) === test.file &&
      test.pattern.test(title) &&
      (file !== undefined || test.file.startsWith('reliability/')),
  )
  const name = `${test.file} › ${test.title}`
  const failed = results.filter(({ state }) => state === 'failed')
  if (failed.length > 0)
    return [`${name}: failed on ${[...new Set(failed.map(({ place }) => place))].join(', ')}`]
  if (results.some(({ state }) => state === 'passed' || state === 'left out')) return []
  if (placesOf(test).every(place => missing[place])) return []
  return [`${name}: ${results.length > 0 ? 'skipped' : 'did not run'}`]
}

/** A line for each row, then the problems, then the totals. */
export function verdictTable(verdicts: Verdict[]): string {
  const failed = verdicts.filter(({ problems }) => problems.length > 0)
  const leftOut = verdicts.filter(({ row }) => places.some(place => row.marks[place] === '!'))
  return [
    styleText('bold', `\n${'row'.padEnd(8)}tests  SQLite  PostgreSQL  browser  unit`),
    ...verdicts.map(lineOf),
    ...failed.flatMap(({ row, problems }) => [
      '',
      styleText('red', row.id),
      ...problems.map(text => `  ${text}`),
    ]),
    '',
    `${verdicts.length - failed.length} rows hold, ${failed.length} do not, ${leftOut.length} were left out in part`,
  ].join('\n')
}

function lineOf({ row: { id, level, text, tests, marks }, problems }: Verdict): string {
  const cells = places.map(place => marks[place].padEnd(place.length + 2)).join('')
  const start = `${`${id} ${level}`.padEnd(8)}${String(tests).padStart(5)}  ${cells}`
  const [sentence = ''] = text.split('<br>')
  return `${problems.length > 0 ? styleText('red', start) : start}${sentence}`
}
