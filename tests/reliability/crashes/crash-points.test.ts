import { describe, expect, test } from 'vitest'
import { engines, lacks, withCopy } from '#tests/reliability/support/harness.ts'
import type { Installation } from '#tests/support/backups/installation.ts'
import { choosePoints, observe, type Point } from './crash-faults.ts'
import { type Operation, operations } from './crash-operations.ts'
import { expectSafetyBackup, type State, stateOf, stateOfCopy } from './crash-states.ts'

/* Operations with large changes are interrupted at many points, and must have happened completely or not at all. */

const pointsOfEach = Number(process.env.CRASH_POINTS ?? 12)

describe.skipIf(lacks.strace).each(engines)(
  'killed in the middle on %s: all or nothing, and only complete backups are listed',
  engine => {
    test.each(operations)('$title', async operation => {
      const before = await operation.prepare(engine)
      const initial = await stateOfCopy(operation, before)
      // An undisturbed run, and its result.
      const { observed, final } = await withCopy(before, async copy => ({
        observed: await observe(operation, copy),
        final: await stateOf(operation, copy),
      }))
      const judge = async (point: Point) => {
        const { state, isDone } = await interrupt(operation, before, point, initial)
        const isAfter = isDone ?? state.rows === final.rows
        const possible = isDone === undefined ? [initial.rows, final.rows] : [final.rows]
        expect(possible.includes(state.rows), `${point.name}: it is before or after`).toBe(true)
        expect(state.isReportedDone ?? isAfter, `${point.name}: the list says so`).toBe(isAfter)
      }
      const points = choosePoints(observed, pointsOfEach)
      expect(points.length).toBeGreaterThan(0)
      // Two in parallel: most of the time is spent starting processes. Faults that affect others run alone.
      const waiting = points.filter(({ runsAlone }) => !runsAlone)
      const work = async () => {
        for (let point = waiting.pop(); point; point = waiting.pop()) await judge(point)
      }
      await Promise.all([work(), work()])
      for (const point of points) if (point.runsAlone) await judge(point)
    })
  },
)

const interrupt = (operation: Operation, before: Installation, { name, inject }: Point, initial: State) =>
  withCopy(before, async copy => {
    try {
      await inject(operation, copy)
      const isDone = await operation.isDone?.(copy)
      const state = await stateOf(operation, copy)
      await expectSafetyBackup(copy, initial)
      return { isDone, state }
    } catch (error) {
      throw error instanceof Error ? Object.assign(error, { message: `${name}: ${error.message}` }) : error
    }
  })
