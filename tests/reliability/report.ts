import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { dirname } from 'node:path'
import { styleText } from 'node:util'
import type { Scenario } from './scenario.ts'

export type Outcome = {
  scenario: Scenario
  state: 'ok' | 'failed' | 'left out'
  /** The figures, the reason of the failure, or the missing needs. */
  result: string
  seconds: number
}

/** The result of a scenario, with the rows that it covers. */
export type ReportedScenario = {
  rows: string[]
  title: string
  engine: Scenario['engine']
  state: Outcome['state']
}

export function reported(outcomes: Outcome[]): ReportedScenario[] {
  return outcomes.map(({ scenario: { id, also = [], what, engine }, state }) => ({
    rows: [id, ...also],
    title: what,
    engine,
    state,
  }))
}

const colors = { ok: 'green', failed: 'red', 'left out': 'yellow' } as const

export function printOutcome({ scenario, state, result, seconds }: Outcome): void {
  const mark = styleText(colors[state], state.toUpperCase().padEnd(8))
  console.log(
    `${mark} ${scenario.id.padEnd(5)} ${(scenario.engine ?? '').padEnd(8)} ${scenario.what} (${seconds.toFixed(1)} s)`,
  )
  console.log(`         ${result}`)
}

export async function writeCounts(file: string, outcomes: Outcome[]): Promise<void> {
  const count = (state: Outcome['state']) => outcomes.filter(outcome => outcome.state === state).length
  const counts = { passed: count('ok'), failed: count('failed'), skipped: count('left out') }
  const scenarios = reported(outcomes)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify({ ...counts, scenarios }))
}

/** How many scenarios passed, failed and were skipped. Other programs read the last line. */
export function summary(outcomes: Outcome[]): string {
  const count = (state: Outcome['state']) => outcomes.filter(outcome => outcome.state === state).length
  const leftOut = outcomes
    .filter(({ state }) => state === 'left out')
    .map(({ scenario, result }) =>
      styleText('yellow', `LEFT OUT: ${scenario.id} ${scenario.engine ?? ''}: ${result}`),
    )
  return [
    '',
    ...leftOut,
    `${count('ok')} scenarios hold, ${count('failed')} do not, ${count('left out')} left out`,
  ].join('\n')
}

const document = new URL('../../docs/reliability.md', import.meta.url)
const begin = '<!-- figures of npm run reliability: begin -->'
const end = '<!-- figures of npm run reliability: end -->'

/**
 * Writes the outcomes between the marks in docs/reliability.md; scenarios that were not run keep their lines.
 */
export async function writeReport(outcomes: Outcome[], scenarios: Scenario[]): Promise<void> {
  const before = await readFile(document, 'utf8')
  const [head, rest] = before.split(begin)
  const [kept, tail] = rest?.split(end) ?? []
  if (head === undefined || kept === undefined || tail === undefined)
    throw new Error('docs/reliability.md has lost its marks')
  const measured = outcomes.map(lineOf)
  const isMeasured = (line: string) => measured.some(other => keyOf(other) === keyOf(line))
  const known = new Set(scenarios.map(scenario => keyOf(lineOfCells(namesOf(scenario)))))
  const others = kept.split('\n').filter(line => known.has(keyOf(line)) && !isMeasured(line))
  const lines = [...others, ...measured].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const table = [heading, ruler, ...lines].join('\n')
  await writeFile(document, `${head}${begin}\n\n${machine()}\n\n${table}\n\n${end}${tail}`)
}

function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `Node ${process.versions.node} on ${process.platform}, ${availableParallelism()} cores, ${memory} GB of memory.`
}

const columns = ['row', 'engine', 'scenario', 'outcome', 'figures', 'duration', 'date']
const heading = lineOfCells(columns)
const ruler = lineOfCells(columns.map(() => '---'))

function lineOf({ scenario, state, result, seconds }: Outcome): string {
  return lineOfCells([
    ...namesOf(scenario),
    state === 'ok' ? 'holds' : state,
    result,
    `${seconds.toFixed(0)} s`,
    new Date().toISOString().slice(0, 10),
  ])
}

function lineOfCells(cells: string[]): string {
  const inOneLine = cells.map(text => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' '))
  return `| ${inOneLine.join(' | ')} |`
}

const namesOf = ({ id, engine, what }: Scenario) => [id, engine ?? 'both', what]

/** The id, the engine and the title. */
const keyOf = (line: string) => line.replace(/ \|$/, '').split(' | ').slice(0, 3).join(' | ')
