import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { styleText } from 'node:util'
import type { Row } from './row.ts'

export type Outcome = {
  row: Row
  state: 'ok' | 'failed' | 'left out'
  /** The figures, what does not hold, or what stood in the way. */
  told: string
  seconds: number
}

const colours = { ok: 'green', failed: 'red', 'left out': 'yellow' } as const

export function printOutcome({ row, state, told, seconds }: Outcome): void {
  const mark = styleText(colours[state], state.toUpperCase().padEnd(8))
  console.log(
    `${mark} ${row.id.padEnd(5)} ${(row.engine ?? '').padEnd(8)} ${row.what} (${seconds.toFixed(1)} s)`,
  )
  console.log(`         ${told}`)
}

/** How many held, did not hold, and were left out; the last line is for whoever counts. */
export function summary(outcomes: Outcome[]): string {
  const count = (state: Outcome['state']) => outcomes.filter(outcome => outcome.state === state).length
  const leftOut = outcomes
    .filter(({ state }) => state === 'left out')
    .map(({ row, told }) => styleText('yellow', `LEFT OUT: ${row.id} ${row.engine ?? ''}: ${told}`))
  return [
    '',
    ...leftOut,
    `${count('ok')} rows hold, ${count('failed')} do not, ${count('left out')} left out`,
  ].join('\n')
}

const document = new URL('../docs/reliability.md', import.meta.url)
const begin = '<!-- figures of npm run reliability: begin -->'
const end = '<!-- figures of npm run reliability: end -->'

/** Puts the outcomes between the marks in docs/reliability.md. */
export async function writeReport(outcomes: Outcome[]): Promise<void> {
  const before = await readFile(document, 'utf8')
  const [head, rest] = before.split(begin)
  const tail = rest?.split(end)[1]
  if (head === undefined || tail === undefined) throw new Error('docs/reliability.md has lost its marks')
  await writeFile(document, `${head}${begin}\n\n${machine()}\n\n${table(outcomes)}\n\n${end}${tail}`)
}

function machine(): string {
  const [load = 0] = loadavg()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return (
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node} on ${process.platform}, ` +
    `${availableParallelism()} cores, ${memory} GB; a load of ${load.toFixed(1)} at the end.`
  )
}

function table(outcomes: Outcome[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
  const lines = outcomes.map(({ row, state, told, seconds }) => [
    row.id,
    row.engine ?? 'either',
    row.what,
    state === 'ok' ? 'holds' : state,
    told,
    `${seconds.toFixed(0)} s`,
  ])
  const head = ['row', 'engine', 'what', 'outcome', 'figures', 'took']
  return [head, head.map(() => '---'), ...lines].map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n')
}
