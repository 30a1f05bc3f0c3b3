import { findRunning } from '#server/data/distance-runs-store.ts'
import type { Deps } from '#server/deps.ts'
import { type BackgroundWork, backgroundWork } from '#server/work/background-work.ts'
import { LeaseLost, withLease } from '#server/work/lease.ts'
import { recalculateNext } from './recalculate-next.ts'

type RecalculationDeps = Pick<Deps, 'db' | 'log' | 'now' | 'mapbox' | 'geocoder'>

const lookEvery = 15_000

/**
 * Works off the runs that the database holds; among all processes that share it, one at a time. A run that is stopped
 * continues with the next start, or in another process.
 */
export function createRecalculation(deps: RecalculationDeps): BackgroundWork {
  const { log } = deps
  return backgroundWork({
    every: lookEvery,
    work: stopping => goOn(deps, stopping),
    failed: error => {
      if (error instanceof LeaseLost) log.warn('another process goes on with the distances')
      else log.error({ err: error }, 'the recalculation of distances was interrupted')
    },
  })
}

async function goOn(deps: RecalculationDeps, stopping: AbortSignal): Promise<void> {
  // Without this look, every process would take and give back a lease all day long.
  if (!(await findRunning(deps.db))) return
  await withLease(deps, 'recalculate distances', async lease => {
    const signal = AbortSignal.any([lease.signal, stopping])
    while (!signal.aborted) {
      const run = await findRunning(deps.db)
      if (!run) return
      await recalculateNext(deps, run, { ...lease, signal })
    }
  })
}
