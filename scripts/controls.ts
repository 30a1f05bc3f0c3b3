import { readFile, writeFile } from 'node:fs/promises'
import { controlsDocument, withOutcomes } from './controls/document.ts'
import { ProjectCopy } from './controls/project-copy.ts'
import { type NamedTest, type Removal, readRemovals } from './controls/removal.ts'
import { type Outcome, runTests } from './controls/run-tests.ts'
import { optionsOf, stop } from './options.ts'

/*
 * Shows that the tests notice missing controls: removes one control at a time from a copy of the project, and runs the
 * tests that must then fail. Exits with 1 if any of them still passes.
 *
 *   npm run controls                             # all; about an hour
 *   npm run controls -- --only T-20,D-02,backups # only those of some rows, or of lists in scripts/controls/
 *   npm run controls -- --write                  # also writes the results to docs/controls.md
 *   npm run controls -- --lists                  # runs nothing, only updates the lists in docs/controls.md
 */

const { only, write, lists } = optionsOf({
  only: { type: 'string' },
  write: { type: 'boolean' },
  lists: { type: 'boolean' },
})
const wanted = only?.split(',')
const all = readRemovals()
const chosen = all.filter(
  ({ rows, list }) => !wanted || wanted.includes(list) || rows.some(row => wanted.includes(row)),
)
if (chosen.length === 0) stop(`--only: no control is taken away for ${only}`)

if (lists) {
  await writeOutcomes(new Map())
  process.exit()
}

const projectCopy = await ProjectCopy.create()
try {
  const alreadyFailing = await findAlreadyFailing()
  const noticed = new Map<Removal, boolean>()
  for (const removal of chosen) {
    const outcomes = await projectCopy.without(removal, folder => runTests(folder, removal))
    const shows = ({ status, file, title }: Outcome) =>
      status === 'failed' && !alreadyFailing.has(nameOf({ file, title }))
    noticed.set(removal, outcomes.every(shows))
    print(removal, outcomes)
  }
  const survivors = chosen.filter(removal => !noticed.get(removal)).length
  console.log(`\n${chosen.length} controls taken away, ${survivors} not noticed as they must be`)
  if (write) await writeOutcomes(noticed)
  process.exitCode = survivors === 0 ? 0 : 1
} finally {
  await projectCopy.remove()
}

async function writeOutcomes(noticed: Map<Removal, boolean>): Promise<void> {
  const before = await readFile(controlsDocument, 'utf8')
  const day = new Date().toISOString().slice(0, 10)
  await writeFile(controlsDocument, withOutcomes(before, all, { noticed, day }))
}

/** The tests that fail even with all controls in place: their failing would prove nothing. */
async function findAlreadyFailing(): Promise<Set<string>> {
  const alreadyFailing = new Set<string>()
  for (const engine of ['sqlite', 'postgres'] as const) {
    const fails = chosen.filter(removal => removal.engine === engine).flatMap(removal => removal.fails)
    const outcomes = fails.length === 0 ? [] : await runTests(projectCopy.folder, { fails, engine })
    for (const outcome of outcomes.filter(({ status }) => status !== 'passed')) {
      if (!alreadyFailing.has(nameOf(outcome)))
        console.error(`With all controls: ${outcome.status}: ${nameOf(outcome)}`)
      alreadyFailing.add(nameOf(outcome))
    }
  }
  return alreadyFailing
}

function nameOf({ file, title }: NamedTest): string {
  return `${file} › ${title}`
}

function print({ rows, without }: Removal, outcomes: Outcome[]): void {
  console.log(`\n${rows.join(', ')} without ${without}`)
  for (const { file, title, status, reason } of outcomes) {
    const word =
      status === 'failed' ? 'failed as it must' : status === 'passed' ? 'SURVIVED' : status.toUpperCase()
    console.log(`  ${word}: ${file} › ${title}${reason ? `\n      ${reason}` : ''}`)
  }
}
