import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserReport, specsOf } from '../proof/run-tests.ts'
import { run } from '../run.ts'
import type { NamedTest, Removal } from './removal.ts'

/** 'missing' if no such test ran, because it doesn't exist or its file could not be loaded. */
export type Outcome = NamedTest & { status: 'passed' | 'failed' | 'missing'; reason: string }

type Report = {
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Runs only these tests in a copy of the project. A parameterized test has failed if any of its cases has. */
export async function runTests(
  folder: string,
  { fails: tests, engine }: Pick<Removal, 'fails' | 'engine'>,
): Promise<Outcome[]> {
  const reports = await mkdtemp(join(tmpdir(), 'common-table-report-'))
  try {
    const scenarios = tests.filter(({ file }) => file.startsWith('reliability/'))
    const journeys = tests.filter(({ file }) => file.startsWith('e2e/'))
    const others = tests.filter(test => !scenarios.includes(test) && !journeys.includes(test))
    return [
      ...(scenarios.length > 0 ? await runScenarios(folder, scenarios, { engine, reports }) : []),
      ...(others.length > 0 ? await runVitest(folder, others, { engine, reports }) : []),
      ...(journeys.length > 0 ? await runJourneys(folder, journeys, reports) : []),
    ]
  } finally {
    await rm(reports, { recursive: true })
  }
}

async function runVitest(
  folder: string,
  tests: NamedTest[],
  { engine, reports }: { engine: string; reports: string },
): Promise<Outcome[]> {
  const report = join(reports, 'report.json')
  const args = ['run', '--project', 'unit', '--project', engine, '-t', patternOfAll(tests)]
  await run(
    'node_modules/.bin/vitest',
    [...args, '--reporter=json', `--outputFile=${report}`, ...filesOf(tests)],
    {
      limit: 1_800,
      cwd: folder,
      outputFile: join(reports, 'output'),
    },
  )
  const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}')
  return tests.map(test => outcomeOf(JSON.parse(text) as Report, test))
}

/** Runs browser tests against a build of the copy. */
async function runJourneys(folder: string, tests: NamedTest[], reports: string): Promise<Outcome[]> {
  const options = { limit: 1_800, cwd: folder, outputFile: join(reports, 'output') }
  if ((await run('node', ['scripts/build.ts', '--if-changed'], options)) !== 0)
    return tests.map(test => ({
      ...test,
      status: 'missing',
      reason: 'The web application could not be built',
    }))
  const report = join(folder, 'test-results/browser.json')
  await rm(report, { force: true })
  await run(
    'node_modules/.bin/playwright',
    ['test', '--grep', patternOfAll(tests), ...filesOf(tests)],
    options,
  )
  const { suites = [] } = JSON.parse(
    await readFile(report, 'utf8').catch(() => '{"suites":[]}'),
  ) as BrowserReport
  const testResults = suites.map(({ file, ...suite }) => ({
    name: `/e2e/${file}`,
    message: '',
    assertionResults: specsOf(suite).flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({
        fullName: title,
        status: status === 'expected' ? 'passed' : status === 'skipped' ? status : 'failed',
        failureMessages: [],
      })),
    ),
  }))
  return tests.map(test => outcomeOf({ testResults }, test))
}

/** Runs fault scenarios of reliability/ in the copy. */
async function runScenarios(
  folder: string,
  tests: NamedTest[],
  { engine, reports }: { engine: string; reports: string },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const test of tests) {
    const report = join(reports, 'scenario.json')
    await rm(report, { force: true })
    const args = ['reliability/run.ts', '--what', test.title, '--engine', engine, '--counts', report]
    await run('node', args, { limit: 900, cwd: folder, outputFile: join(reports, 'output') })
    const { passed, failed } = JSON.parse(
      await readFile(report, 'utf8').catch(() => '{"passed":0,"failed":0}'),
    ) as { passed: number; failed: number }
    const status = failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'missing'
    outcomes.push({ ...test, status, reason: '' })
  }
  return outcomes
}

const filesOf = (tests: NamedTest[]) => [...new Set(tests.map(({ file }) => file))]
const patternOfAll = (tests: NamedTest[]) => tests.map(({ title }) => patternOf(title)).join('|')

function outcomeOf({ testResults }: Report, { file, title }: NamedTest): Outcome {
  // A title may end with the ids of its rows. If a describe has the ids, the test's own title follows them.
  const pattern = new RegExp(`${patternOf(title)}($| \\[[^\\]]+\\]( |$))`)
  const inFile = testResults.filter(({ name }) => name.endsWith(`/${file}`))
  const results = inFile
    .flatMap(result => result.assertionResults)
    .filter(({ fullName, status }) => pattern.test(fullName) && (status === 'passed' || status === 'failed'))
  const failed = results.find(({ status }) => status === 'failed')
  const reason = failed?.failureMessages[0] ?? (results.length === 0 ? inFile[0]?.message : '') ?? ''
  return {
    file,
    title,
    status: failed ? 'failed' : results.length > 0 ? 'passed' : 'missing',
    reason: (reason.split('\n')[0] ?? '').slice(0, 160),
  }
}

// Titles in the source have placeholders such as %s or $name, which stand for any text.
const patternOf = (title: string) =>
  title
    .split(/%[-.\d]*[a-zA-Z#]|\$\{[^}]*\}|\$\w+/)
    .map(text =>
      text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' › ', '(?: \\[[^\\]]+\\])?(?: >)? '),
    )
    .join('.*')
