import type { FastifyInstance } from 'fastify'
import { peopleOf } from '#features/audit/server/people.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { type DistanceRun, getRecalculation, listUnlocated, startRecalculation } from '../contract.ts'
import { findRun, listFailures, type Run } from './distance-runs-store.ts'
import { startRun } from './start-run.ts'
import { readUnlocated } from './unlocated.ts'

export function distancesApi(app: FastifyInstance, deps: Deps): void {
  const { db, jobs } = deps

  serve(app, getRecalculation, async () => presentRun(db, await findRun(db)))

  serve(app, listUnlocated, async () => readUnlocated(deps))

  serve(app, startRecalculation, async call => {
    const run = await startRun(deps, call.query, call)
    jobs.recalculation.wake()
    return presentRun(db, run)
  })
}

async function presentRun(db: Db, run: Run | undefined): Promise<DistanceRun> {
  if (!run) return neverRun
  const { isRunning, count, remaining, toLocate, startedBy } = run
  return {
    ...run,
    state: isRunning ? 'In Progress' : 'Completed',
    processed: count - remaining.length,
    toLocate: isRunning ? toLocate.length : 0,
    failures: await listFailures(db, run.id),
    startedBy: (await peopleOf(db, [startedBy])).get(startedBy) ?? null,
  }
}

const neverRun: DistanceRun = {
  state: 'Not Run',
  campusCode: null,
  count: 0,
  processed: 0,
  addresses: 0,
  toLocate: 0,
  failures: [],
  startedAt: null,
  finishedAt: null,
  startedBy: null,
}
