import { readFile, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import type { ReportedScenario } from '../../tests/reliability/report.ts'
import { run } from '../run.ts'
import { chromium, ensureInstalled, postgres } from '../test/tools.ts'
import { type NamedTest, rowsIn, titlesNaming } from './named-tests.ts'
import type { Place } from './rows.ts'

export type Result = {
  rows: string[]
  place: Place
  /** Undefined for a scenario. */
  file?: string
  title: string
  state: 'passed' | 'failed' | 'skipped' | 'left out'
}

export type Run = {
  results: Result[]
  /** The missing tool of each place where no tests could run. */
  missing: Partial<Record<Place, string>>
}

const projects = { unit: 'unit', SQLite: 'sqlite', PostgreSQL: 'postgres' } as const

export function placesOf({ file }: NamedTest): Place[] {
  if (file.startsWith('tests/browser/')) return ['browser']
  return /^(?:server|reliability)\//.test(file) ? ['SQLite', 'PostgreSQL'] : ['unit']
}

/** Runs only the tests that name one of these rows, in all their places. Scenarios are not included. */
export async function runTests(tests: NamedTest[], ids: string[]): Promise<Run> {
  const wanted = tests.filter(
    ({ file, rows }) => !file.startsWith('reliability/') && rows.some(id => ids.includes(id)),
  )
  const filesIn = (place: Place) => [
    ...new Set(wanted.filter(test => placesOf(test).includes(place)).map(({ file }) => file)),
  ]
  const { results, missing }: Run = { results: [], missing: {} }
  for (const place of ['unit', 'SQLite', 'PostgreSQL'] as const) {
    const files = filesIn(place)
    if (files.length === 0) continue
    if (place === 'PostgreSQL') missing.PostgreSQL = await ensureInstalled(postgres)
    if (!missing[place]) results.push(...(await vitest(place, files, ids)))
  }
  const journeys = filesIn('browser')
  if (journeys.length > 0) missing.browser = await ensureInstalled(chromium)
  if (journeys.length > 0 && !missing.browser) results.push(...(await playwright(journeys, ids)))
  return { results, missing }
}

const placeOfEngine = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export function resultsOfScenarios(scenarios: ReportedScenario[]): Result[] {
  return scenarios.map(({ rows, title, engine, state }) => ({
    rows,
    place: engine ? placeOfEngine[engine] : 'unit',
    title,
    state: state === 'ok' ? 'passed' : state,
  }))
}

async function vitest(place: keyof typeof projects, files: string[], ids: string[]): Promise<Result[]> {
  const report = `test-results/rows-${projects[place]}.json`
  await rm(report, { force: true })
  const options = ['--project', projects[place], '-t', titlesNaming(ids), '--passWithNoTests']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await run('vitest', ['run', ...files, ...options, ...reporters], { limit: 2400, env: { NO_COLOR: '1' } })
  const { testResults = [] } = await read<VitestReport>(report)
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      rows: rowsIn(fullName),
      place,
      file: relative(process.cwd(), name),
      title: fullName,
      state: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  )
}

async function playwright(files: string[], ids: string[]): Promise<Result[]> {
  const report = 'test-results/browser.json'
  await rm(report, { force: true })
  await run('node', ['scripts/build.ts', '--if-changed'])
  await run('playwright', ['test', ...files, '--grep', titlesNaming(ids)], { limit: 2400 })
  const { suites = [] } = await read<BrowserReport>(report)
  return suites.flatMap(({ file, ...suite }) =>
    specsOf(suite).flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({
        rows: rowsIn(title),
        place: 'browser' as const,
        file: `tests/browser/${file}`,
        title,
        state: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
      })),
    ),
  )
}

type VitestReport = {
  testResults?: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}
type Spec = { title: string; tests: { status: string }[] }
type Suite = { title?: string; specs?: Spec[]; suites?: Suite[] }
type BrowserReport = { suites?: (Suite & { file: string })[] }

/** All tests of a Playwright report, with the titles of their groups. */
function specsOf({ specs = [], suites = [] }: Suite, titles: string[] = []): Spec[] {
  const own = specs.map(spec => ({ ...spec, title: [...titles, spec.title].join(' ') }))
  return [...own, ...suites.flatMap(suite => specsOf(suite, [...titles, suite.title ?? '']))]
}

/** Returns an empty report if the runner crashed before it could write one. Its tests then count as not run. */
async function read<Report>(file: string): Promise<Partial<Report>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return {}
  }
}
