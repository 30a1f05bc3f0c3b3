import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { run } from '../run.ts'
import { browserCounts, type Counts, vitestCounts } from './reports.ts'

// Not every tool turns off its colors if the output is not a terminal.
const isLog = !process.stdout.isTTY && !process.env.FORCE_COLOR

/**
 * Where the API's and the journeys' databases live: in memory where the system has enough of it, since each commit would
 * wait for the disk. Faults and the world's programs use the disk, because they are about it.
 */
const onFastDisk = !process.env.TMPDIR && isUsable('/dev/shm') ? { TMPDIR: '/dev/shm' } : {}

function isUsable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    // PostgreSQL from npm is copied there and started. Containers usually forbid that.
    if (new RegExp(`^\\S+ ${folder} \\S+ \\S*noexec`, 'm').test(readFileSync('/proc/mounts', 'utf8')))
      return false
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 3 * 2 ** 30
  } catch {
    return false
  }
}

/** A program that only reports success or failure counts as one test. */
export async function check(outputFile: string, command: string, ...args: string[]): Promise<Counts> {
  const succeeded = (await run(command, args, { limit: 900, outputFile })) === 0
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 }
}

export async function vitest(project: string, args: string[] = [], outputFile?: string): Promise<Counts> {
  const report = `test-results/${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = {
    ...(project === 'sqlite' || project === 'postgres' ? onFastDisk : {}),
    ...(isLog || outputFile ? { NO_COLOR: '1' } : {}),
    ...(process.env.EVERYTHING ? {} : { MAIN_STORIES: 'true' }),
  }
  const given = ['run', '--project', project, '--passWithNoTests', ...args, ...reporters]
  const code = await run('vitest', given, { limit: 3 * 3600, env, ...(outputFile && { outputFile }) })
  return withRunnerFailure(code, await vitestCounts(report))
}

/** The journeys: the main stories, or all of them. */
export async function playwright(all: boolean): Promise<Counts> {
  const code = await run('playwright', ['test'], {
    limit: 2 * 3600,
    env: { ...onFastDisk, ...(all ? {} : { MAIN_STORIES: 'true' }) },
  })
  return withRunnerFailure(code, await browserCounts('test-results/browser.json'))
}

/** The main journeys in WebKit and in Firefox, one after the other. What is missing is left out, and says so in a line. */
export function otherEngines(outputFile: string): Promise<Counts> {
  const files = ['webkit', 'firefox'].map(name => `tests/world/engines/${name}.test.ts`)
  return vitest('world', [...files, '--maxWorkers=1'], outputFile)
}

/** The process killed, PostgreSQL restarted, and a sync before each reply. */
export async function quickestFaults(outputFile: string): Promise<Counts> {
  const files = ['ends', 'disks/disks', 'postgres-trouble'].map(name => `tests/reliability/${name}.test.ts`)
  const titles = 'kill -9 under|an fsync between|PostgreSQL restarts'
  const counts = await vitest('reliability', [...files, '-t', titles], outputFile)
  // The reporter counts the files' other tests as skipped.
  return { ...counts, skipped: 0 }
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
