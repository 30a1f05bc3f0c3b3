/**
 * `npm run security`: runs the tests and scenarios of the threats in docs/security.md, on both databases and in the
 * browser. Options: --only T-01,T-20; --requests 20000 (the number of random requests of T-121); --write (writes the
 * results to docs/security.md); --lists (runs nothing, only updates the lists of tests in both documents). Exits with
 * 1 if a threat isn't proven to be handled.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import type { ReportedScenario } from '../tests/reliability/report.ts'
import { optionsOf, parseNameList } from './options.ts'
import { writeProof } from './proof/document.ts'
import { judge, verdictTable } from './proof/judge.ts'
import { namedTests } from './proof/named-tests.ts'
import { documents, rowsOf } from './proof/rows.ts'
import { type Result, resultsOfScenarios, runTests } from './proof/run-tests.ts'
import { run } from './run.ts'

const values = optionsOf({
  only: { type: 'string' },
  requests: { type: 'string', default: '100000' },
  write: { type: 'boolean', default: false },
  lists: { type: 'boolean', default: false },
})
const tests = namedTests()
if (values.lists) {
  for (const file of Object.values(documents)) writeProof(file, tests)
  process.exit()
}
const every = rowsOf(documents.security)
const only = parseNameList(
  values.only,
  every.map(({ id }) => id),
)
const rows = every.filter(({ id }) => only?.includes(id) ?? true)

mkdirSync('test-results', { recursive: true })
const ids = rows.map(({ id }) => id)
const { results, missing } = await runTests(tests, ids)
const all = { results: [...results, ...(await scenarios())], missing }
const verdicts = rows.map(row => judge(row, tests, all))
console.log(verdictTable(verdicts))
if (values.write) writeProof(documents.security, tests, verdicts)
process.exit(verdicts.some(({ problems }) => problems.length > 0) ? 1 : 0)

async function scenarios(): Promise<Result[]> {
  const named = tests.filter(({ file }) => file.startsWith('reliability/')).flatMap(test => test.rows)
  const wanted = ids.filter(id => named.includes(id))
  if (wanted.length === 0) return []
  const report = 'test-results/rows-scenarios.json'
  rmSync(report, { force: true })
  const options = ['--only', wanted.join(','), '--requests', values.requests, '--counts', report]
  await run('node', ['tests/reliability/run.ts', ...options], { limit: 3600 })
  const { scenarios = [] } = read(report)
  return resultsOfScenarios(scenarios)
}

function read(file: string): { scenarios?: ReportedScenario[] } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
