import { run } from '../run.ts'
import { browserCounts, type Counts, reliabilityCounts, vitestCounts } from './reports.ts'

// Not every tool turns off its colors if the output is not a terminal.
const isLog = !process.stdout.isTTY && !process.env.FORCE_COLOR

export function lint(): Promise<Counts> {
  return check('node', 'scripts/lint.ts')
}

/** A program that only reports success or failure counts as one test. */
export async function check(command: string, ...args: string[]): Promise<Counts> {
  const succeeded = (await run(command, args, { limit: 180 })) === 0
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 }
}

export async function vitest(project: string): Promise<Counts> {
  const report = `test-results/${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = isLog ? { NO_COLOR: '1' } : {}
  const code = await run('vitest', ['run', '--project', project, ...reporters], { limit: 1200, env })
  return withRunnerFailure(code, await vitestCounts(report))
}

export async function playwright(): Promise<Counts> {
  const code = await run('playwright', ['test'], { limit: 2400 })
  return withRunnerFailure(code, await browserCounts('test-results/browser.json'))
}

/** Runs the reliability scenarios. Those whose tools are missing count as skipped. */
export async function reliability(outputFile: string): Promise<Counts> {
  const file = 'test-results/reliability.json'
  const args = ['tests/reliability/run.ts', '--short', '--counts', file]
  const code = await run('node', args, { limit: 900, outputFile })
  return withRunnerFailure(code, await reliabilityCounts(file))
}

export async function leaveOut(reason: string): Promise<Counts> {
  console.log(`Left out: ${reason}`)
  return { passed: 0, failed: 0, skipped: 1, leftOut: reason }
}

/** A runner can fail without a failed test: no tests found, an error outside the tests, a crash, no report. */
function withRunnerFailure(code: number, counts: Counts | undefined): Counts {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 }
  const failedWithoutReport = failed === 0 && (code !== 0 || counts === undefined)
  return { passed, failed: failedWithoutReport ? 1 : failed, skipped }
}
