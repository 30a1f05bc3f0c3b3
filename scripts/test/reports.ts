import { readFile } from 'node:fs/promises'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Why the part did not run. */
  leftOut?: string
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

export async function vitestCounts(file: string): Promise<Counts | undefined> {
  const report = await readReport<VitestReport>(file)
  if (!report) return undefined
  // A file that fails outside its tests is reported as failed without a failed test.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every(test => test.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export async function browserCounts(file: string): Promise<Counts | undefined> {
  const report = await readReport<BrowserReport>(file)
  if (!report) return undefined
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

async function readReport<Report>(file: string): Promise<Report | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
