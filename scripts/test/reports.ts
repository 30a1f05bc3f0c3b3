import { readFile } from 'node:fs/promises'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Why the part did not run. */
  leftOut?: string
}

/** The counts in a report of Vitest; undefined if it is missing or truncated. */
export async function vitestCounts(file: string): Promise<Counts | undefined> {
  const report = await readReport(file)
  if (!report) return undefined
  // A file that fails outside its tests is reported as failed without a failed test.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }: { status: string; assertionResults: { status: string }[] }) =>
      status === 'failed' && assertionResults.every(test => test.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** The same of Playwright. */
export async function browserCounts(file: string): Promise<Counts | undefined> {
  const { expected, unexpected, flaky, skipped } = (await readReport(file))?.stats ?? {}
  return expected === undefined ? undefined : { passed: expected, failed: unexpected + flaky, skipped }
}

const readReport = (file: string) =>
  readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined)
