import type { Actor } from '#features/audit/server/record-audit.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { isUnavailable } from '#kit/server/database/drivers/dialect.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import type { BackgroundWork } from '#kit/server/jobs/background-work.ts'
import { type Lease, LeaseLost } from '#kit/server/jobs/lease.ts'
import { leasedWork } from '#kit/server/jobs/leased-work.ts'
import { failRun, findNextRun, type Run, saveProgress } from '../import-runs-store.ts'
import { applyFromOsm } from '../osm/apply-osm.ts'
import { compareWithOsm } from '../osm/compare-with-osm.ts'
import { importPlaces } from '../osm/import-from-osm.ts'
import { requireOverpass, requireYelp, type Services } from '../services.ts'
import { importBusinesses } from '../yelp/import-from-yelp.ts'
import type { InBatches } from './in-batches.ts'
import type { WriteDeps } from './write-import.ts'

type ImportDeps = WriteDeps & Services & { log: Parameters<typeof importBusinesses>[0]['log'] }

/** An import that crashes each process that runs it must not be retried forever. */
const maxAttempts = 3

/**
 * Carries out the imports queued in the database. Each import looks everything up first and then writes in one
 * transaction, so an interrupted import has written nothing and can start over.
 */
export function createImportWork(deps: ImportDeps): BackgroundWork {
  return leasedWork(deps, {
    lease: 'import restaurants',
    findNext: () => findNextRun(deps.db),
    work: (run, lease) => runImport(deps, run, lease),
    takenOver: 'another process continues the imports',
    interrupted: 'the import of restaurants was interrupted',
  })
}

async function runImport(deps: ImportDeps, run: Run, lease: Lease): Promise<void> {
  const { db, now, log } = deps
  const fail = (problem: string) => failRun(db, run, { problem, time: now().toISOString() })
  if (!run.input || run.attempts >= maxAttempts)
    return fail('The import was interrupted repeatedly. Nothing was written.')
  await saveProgress(db, run.id, { attempts: run.attempts + 1, done: 0 })
  try {
    await fetchAndWrite(deps, run, lease)
  } catch (error) {
    // The next process retries, or this one once the database is back.
    if (lease.signal.aborted || error instanceof LeaseLost || isUnavailable(error)) throw error
    if (!(error instanceof HttpError)) log.error({ err: error }, 'an import of restaurants failed')
    await fail(error instanceof HttpError ? error.message : 'Something went wrong. Nothing was written.')
  }
}

/** How many places are looked up per step; the progress is saved after each step. */
const batchSizes = { yelp: 10, osm: 100 }

async function fetchAndWrite(deps: ImportDeps, run: Run, lease: Lease): Promise<void> {
  if (!run.input) return
  const { wanted: requested, by: address } = run.input
  const by: Actor = {
    viewer: run.startedBy === null ? null : { id: run.startedBy },
    request: { ip: address.ip, headers: { 'user-agent': address.userAgent } },
  }
  const asRun = (size: number) => ({ run, lease, inBatches: batchesOf(size, deps, { run, lease }) })
  switch (requested.source) {
    case 'yelp': {
      const { campusCode, ids: yelpIds } = requested
      await importBusinesses(deps, requireYelp(deps), { campusCode, yelpIds }, by, asRun(batchSizes.yelp))
      return
    }
    case 'osm': {
      const { campusCode, ids: osmIds } = requested
      await importPlaces(deps, requireOverpass(deps), { campusCode, osmIds }, by, asRun(batchSizes.osm))
      return
    }
    case 'osm-comparison':
      return compareWithOsm(deps, requireOverpass(deps), requested, { run, lease })
    case 'osm-changes':
      await applyFromOsm(deps, requireOverpass(deps), requested, by, asRun(batchSizes.osm))
  }
}

/** Checks before each part whether to stop, and saves the progress after it. */
function batchesOf(
  size: number,
  { db }: Pick<ImportDeps, 'db'>,
  { run, lease }: { run: Run; lease: Lease },
): InBatches {
  return async (items, work) => {
    let done = 0
    for await (const part of partsOf(items, size)) {
      lease.signal.throwIfAborted()
      await work(part)
      done += part.length
      await saveProgress(db, run.id, { done })
    }
    lease.signal.throwIfAborted()
  }
}
