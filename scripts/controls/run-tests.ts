import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../run.ts'
import type { NamedTest, Removal } from './removal.ts'

/** 'missing' where no such test ran: it isn't there, or its file could not be loaded. */
export type Outcome = NamedTest & { status: 'passed' | 'failed' | 'missing'; reason: string }

type Report = {
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Runs these tests and no others in a copy of the project. One that runs with several values has failed when it has with any. */
export async function runTests(
  folder: string,
  { fails: tests, engine }: Pick<Removal, 'fails' | 'engine'>,
): Promise<Outcome[]> {
  const reports = await mkdtemp(join(tmpdir(), 'common-table-report-'))
  const report = join(reports, 'report.json')
  const pattern = tests.map(({ title }) => patternOf(title)).join('|')
  const files = [...new Set(tests.map(({ file }) => file))]
  const args = ['run', '--project', 'unit', '--project', engine, '-t', pattern]
  try {
    await run('node_modules/.bin/vitest', [...args, '--reporter=json', `--outputFile=${report}`, ...files], {
      limit: 1_800,
      cwd: folder,
      outputFile: join(reports, 'output'),
    })
    const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}')
    return tests.map(test => outcomeOf(JSON.parse(text) as Report, test))
  } finally {
    await rm(reports, { recursive: true })
  }
}

function outcomeOf({ testResults }: Report, { file, title }: NamedTest): Outcome {
  // The rows that it shows stand at its end.
  const pattern = new RegExp(`${patternOf(title)}( \\[[^\\]]+\\])?$`)
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

// Values stand in a title as %s or $name until the test runs.
const patternOf = (title: string) =>
  title
    .split(/%[-.\d]*[a-zA-Z#]|\$\{[^}]*\}|\$\w+/)
    .map(text =>
      text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' › ', '(?: \\[[^\\]]+\\])?(?: >)? '),
    )
    .join('.*')
