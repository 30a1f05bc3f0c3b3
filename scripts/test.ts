import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { optionsOf } from './options.ts'
import { check, leaveOut, lint, playwright, reliability, vitest } from './test/parts.ts'
import type { Counts } from './test/reports.ts'
import { closingLine, heading, type Outcome, table } from './test/summary.ts'
import { chromium, ensureInstalled, postgres, strace } from './test/tools.ts'

optionsOf({})
// With process.exit, the exit handlers also kill the parts that are still running.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')

const start = performance.now()
const outcomes: Outcome[] = []
const [noPostgres, noChromium] = [await ensureInstalled(postgres), await ensureInstalled(chromium)]
await ensureInstalled(strace)

const built = await part('Build', () => check('node', 'scripts/build.ts'))
// The reliability scenarios spend much time waiting, so they run in parallel with other parts.
const faults = partBeside('Reliability (short)', reliability)
await part('Types', () => check('node', 'scripts/typecheck.ts'))
await part('Lint and format', lint)
await part('Unit tests', () => vitest('unit'))
await part('API on SQLite', () => vitest('sqlite'))
await part('API on PostgreSQL', () => (noPostgres ? leaveOut(noPostgres) : vitest('postgres')))
await faults
const noBrowser = built.failed > 0 ? 'the web application could not be built.' : noChromium
await part('Browser tests', () => (noBrowser ? leaveOut(noBrowser) : playwright()))

console.log(table(outcomes, secondsSince(start)))
console.log(closingLine(outcomes))
process.exitCode = outcomes.some(({ failed }) => failed > 0) ? 1 : 0

async function part(title: string, run: () => Promise<Counts>): Promise<Counts> {
  console.log(heading(title))
  const start = performance.now()
  const counts = await run()
  outcomes.push({ title, ...counts, seconds: secondsSince(start) })
  return counts
}

/** A part that runs in parallel with others. Its whole output is shown when it ends. */
async function partBeside(title: string, run: (outputFile: string) => Promise<Counts>): Promise<void> {
  const outputFile = 'test-results/output.txt'
  const start = performance.now()
  const counts = await run(outputFile)
  outcomes.push({ title, ...counts, seconds: secondsSince(start) })
  console.log(`${heading(title)}\n${readFileSync(outputFile, 'utf8')}`)
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}
