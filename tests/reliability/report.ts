import { mkdir, writeFile } from 'node:fs/promises'
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
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(counts))
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
