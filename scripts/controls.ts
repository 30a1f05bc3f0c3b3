import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Removal, readRemovals } from './controls/removal.ts'
import { type Outcome, runTests } from './controls/run-tests.ts'
import { Workbench } from './controls/workbench.ts'

/*
 * Shows that the tests notice: takes one control after the other out of a copy of the project, and runs the tests that must
 * fail then. Ends with 1 where one of them passes all the same.
 *
 *   npm run controls                          # all; some twenty minutes
 *   npm run controls -- --only T-20,D-02
 *   npm run controls -- --write               # and puts the table into docs/controls.md
 */

const { only, write } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean' } },
}).values
const wanted = only?.split(',')
const chosen = readRemovals().filter(({ rows }) => !wanted || rows.some(row => wanted.includes(row)))
if (chosen.length === 0) throw new Error(`No control is taken away for ${only}`)

const workbench = await Workbench.create()
try {
  const sound = await findUnsound(chosen)
  const lines = ['| rows | without | must fail | outcome |', '| --- | --- | --- | --- |']
  let survivors = sound.length
  for (const message of sound) console.error(message)
  for (const removal of chosen) {
    const outcomes = await workbench.without(removal, folder => runTests(folder, removal))
    const survived = outcomes.filter(({ status }) => status !== 'failed')
    if (survived.length > 0) survivors += 1
    lines.push(...linesOf(removal, outcomes))
    print(removal, outcomes)
  }
  console.log(`\n${chosen.length} controls taken away, ${survivors} not noticed as they must be`)
  if (write) await writeFile('docs/controls.md', document(lines))
  process.exitCode = survivors === 0 ? 0 : 1
} finally {
  await workbench.remove()
}

/** What doesn't pass with all controls in their places: its failing would show nothing. */
async function findUnsound(all: Removal[]): Promise<string[]> {
  const messages: string[] = []
  for (const engine of ['sqlite', 'postgres'] as const) {
    const fails = all.filter(removal => removal.engine === engine).flatMap(removal => removal.fails)
    const outcomes = fails.length === 0 ? [] : await runTests(workbench.folder, { fails, engine })
    for (const { file, title, status } of outcomes)
      if (status !== 'passed') messages.push(`With all controls: ${status}: ${file} › ${title}`)
  }
  return [...new Set(messages)]
}

function print({ rows, without }: Removal, outcomes: Outcome[]): void {
  console.log(`\n${rows.join(', ')} without ${without}`)
  for (const { file, title, status, reason } of outcomes) {
    const word =
      status === 'failed' ? 'failed as it must' : status === 'passed' ? 'SURVIVED' : status.toUpperCase()
    console.log(`  ${word}: ${file} › ${title}${reason ? `\n      ${reason}` : ''}`)
  }
}

function linesOf({ rows, without, engine }: Removal, outcomes: Outcome[]): string[] {
  const what = `${rows.join(', ')} | ${without}${engine === 'postgres' ? ' (PostgreSQL)' : ''}`
  return outcomes.map(
    ({ file, title, status }) =>
      `| ${what} | \`${file} › ${title}\` | ${status === 'failed' ? 'failed' : `**${status}**`} |`,
  )
}

function document(lines: string[]): string {
  return `# Controls taken away

A test that never failed may assert nothing. \`npm run controls\` takes each control of the table out of a copy of the project and
runs tests that name the rows of [security.md](security.md) and [reliability.md](reliability.md): each must fail then. What stands
in the code instead is in \`scripts/controls/\`. Written by the last whole run; why it is done so is in
[decision 37](decisions/0037-controls-taken-away.md).

${lines.join('\n')}
`
}
