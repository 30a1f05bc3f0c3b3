/**
 * D-07: operations with large changes are interrupted at many points, and must have happened completely or
 * not at all.
 */
import type { Engine } from '#server/database/dialect.ts'
import { choosePoints, observe, type Point } from './crash-faults.ts'
import { type Operation, operations } from './crash-operations.ts'
import { expectSafetyBackup, type State, stateOf, stateOfCopy } from './crash-states.ts'
import { copyOf, type Installation } from './installation.ts'
import { engines, expectThat, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = operations.flatMap(operation =>
  engines.map(
    (engine): Scenario => ({
      id: 'D-07',
      also: ['T-60', 'T-97'].filter(row => operation.threats?.includes(row)),
      what: `killed in the middle of ${operation.title}: all or nothing, and only complete backups are listed`,
      engine,
      // Only a cluster of our own may have its processes killed.
      needs: engine === 'sqlite' ? ['strace'] : ['strace', 'PostgreSQL', 'pg_ctl'],
      isLong: operation.shortPoints[engine] === 0,
      measure: scale => sweep(operation, engine, scale),
    }),
  ),
)

/** The minimum number of points in a full run. */
const pointsOfSweep = 50

async function sweep(operation: Operation, engine: Engine, scale: Scale): Promise<string> {
  const before = await operation.prepare(engine, scale)
  try {
    const initial = await stateOfCopy(operation, before)
    const { observed, final } = await runUndisturbed(operation, before)
    const points = choosePoints(observed, scale.isShort ? operation.shortPoints[engine] : pointsOfSweep)
    const counts = { before: 0, after: 0 }
    const judge = async (point: Point) => {
      const { state, isDone } = await interrupt(operation, before, point, initial)
      const isAfter = isDone ?? state.rows === final.rows
      if (isDone === undefined)
        expectThat(isAfter || state.rows === initial.rows, `${point.name}, it is neither before nor after`)
      else expectThat(state.rows === final.rows, `${point.name}, a start does not complete it`)
      const isReported = state.isReportedDone ?? isAfter
      expectThat(
        isReported === isAfter,
        `${point.name}, it is${isAfter ? '' : ' not'} done, but the list says otherwise`,
      )
      counts[isAfter ? 'after' : 'before'] += 1
    }
    // Two in parallel: most of the time is spent starting processes. Faults that affect others run alone.
    const waiting = points.filter(({ runsAlone }) => !runsAlone)
    const work = async () => {
      for (let point = waiting.pop(); point; point = waiting.pop()) await judge(point)
    }
    await Promise.all([work(), work()])
    for (const point of points) if (point.runsAlone) await judge(point)
    return `${points.length} points ${observed.summary}; ${counts.before} before, ${counts.after} after, 0 in between`
  } finally {
    await before.remove()
  }
}

/** Observes an undisturbed run and its result. */
async function runUndisturbed(operation: Operation, before: Installation) {
  const copy = await copyOf(before)
  try {
    const observed = await observe(operation, copy)
    return { observed, final: await stateOf(operation, copy) }
  } finally {
    await copy.remove()
  }
}

async function interrupt(
  operation: Operation,
  before: Installation,
  { name, inject }: Point,
  initial: State,
) {
  const copy = await copyOf(before)
  try {
    await inject(operation, copy)
    const isDone = await operation.isDone?.(copy)
    const state = await stateOf(operation, copy)
    await expectSafetyBackup(copy, initial)
    return { isDone, state }
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { message: `${name}: ${error.message}` }) : error
  } finally {
    await copy.remove()
  }
}
