/**
 * `npm test`: what a change must pass. With --all (`npm run test:all`): everything on both engines, all faults, and what
 * the world sends. Both end with a line 'N passed, N failed'.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { optionsOf } from './options.ts'
import { check, leaveOut, otherEngines, playwright, quickestFaults, vitest } from './test/parts.ts'
import type { Counts } from './test/reports.ts'
import { closingLine, heading, type Outcome, table } from './test/summary.ts'
import { chromium, ensureInstalled, postgres, strace } from './test/tools.ts'

const { all } = optionsOf({ all: { type: 'boolean', default: false } })
// With process.exit, the exit handlers also kill the parts that are still running.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')
if (all) process.env.EVERYTHING = 'true'

const start = performance.now()
const outcomes: Outcome[] = []
const [noPostgres, noChromium] = [await ensureInstalled(postgres), await ensureInstalled(chromium)]
await ensureInstalled(strace)

const [built] = await Promise.all([
  partBeside('Build', output => check(output, 'node', 'scripts/build.ts')),
  partBeside('Types', output => check(output, 'node', 'scripts/typecheck.ts')),
  partBeside('Lint and format', output => check(output, 'node', 'scripts/lint.ts')),
])
// These spend much time waiting, so they run beside other parts.
const waiting = all ? partBeside('Faults', output => vitest('reliability', [], output)) : runBeside()
await part('Unit tests', () => vitest('unit'))
await part('API on SQLite', () => vitest('sqlite'))
await part('API on PostgreSQL', () => (noPostgres ? leaveOut(noPostgres) : vitest('postgres')))
if (!all) await waiting
const noBrowser = built.failed > 0 ? 'the web application could not be built.' : noChromium
await part('Journeys', () => (noBrowser ? leaveOut(noBrowser) : playwright(all)))
await waiting
if (all) await part('World', () => vitest('world'))

console.log(table(outcomes, secondsSince(start)))
console.log(closingLine(outcomes))
process.exitCode = outcomes.some(({ failed }) => failed > 0) ? 1 : 0

async function runBeside(): Promise<void> {
  await partBeside('Three faults', quickestFaults)
  if (built.failed === 0) await partBeside('Other engines', otherEngines)
}

async function part(title: string, run: () => Promise<Counts>): Promise<Counts> {
  console.log(heading(title))
  const start = performance.now()
  const counts = await run()
  outcomes.push({ title, ...counts, seconds: secondsSince(start) })
  return counts
}

/** A part that runs beside others. Its whole output is shown when it ends. */
async function partBeside(title: string, run: (outputFile: string) => Promise<Counts>): Promise<Counts> {
  const outputFile = `test-results/${title.toLowerCase().replaceAll(' ', '-')}.txt`
  const start = performance.now()
  const counts = await run(outputFile)
  outcomes.push({ title, ...counts, seconds: secondsSince(start) })
  console.log(`${heading(title)}\n${readFileSync(outputFile, 'utf8')}`)
  return counts
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}
