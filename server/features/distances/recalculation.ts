import { findRunning } from '#server/data/distance-runs-store.ts'
import type { Deps } from '#server/deps.ts'
import type { BackgroundWork } from '#server/jobs/background-work.ts'
import { leasedWork } from '#server/jobs/leased-work.ts'
import { recalculateNext } from './recalculate-next.ts'

type RecalculationDeps = Pick<Deps, 'db' | 'log' | 'now' | 'mapbox' | 'geocoder'>

/** Works through the runs stored in the database. */
export function createRecalculation(deps: RecalculationDeps): BackgroundWork {
  return leasedWork(deps, {
    lease: 'recalculate distances',
    findNext: () => findRunning(deps.db),
    work: (run, lease) => recalculateNext(deps, run, lease),
    takenOver: 'another process continues the recalculation of distances',
    interrupted: 'the recalculation of distances was interrupted',
  })
}
