import type { Actor } from '#features/audit/server/record-audit.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { isUnavailable } from '#kit/server/database/drivers/dialect.ts'
import { change, find } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import type { BackgroundWork } from '#kit/server/jobs/background-work.ts'
import { type Lease, LeaseLost } from '#kit/server/jobs/lease.ts'
import { leasedWork } from '#kit/server/jobs/leased-work.ts'
import { osmChanges } from '../osm/osm-changes.ts'
import { osmComparison } from '../osm/osm-comparison.ts'
import { osmImport } from '../osm/osm-import.ts'
import { yelpImport } from '../yelp/yelp-api.ts'
import { carryOut, type ImportInput, type InParts } from './import-run.ts'

type Run = Row<'importRuns'>

/** An import that crashes each process that runs it must not be retried forever. */
const maxAttempts = 3

/**
 * Carries out the imports queued in the database: the one in progress, or else the one that has waited longest. An
 * interrupted import has written nothing and can start over.
 */
export function createImportWork(deps: Deps): BackgroundWork {
  return leasedWork(deps, {
    lease: 'import restaurants',
    findNext: () => find(deps.db, 'importRuns', { state: 'running' }, { order: ['id'] }),
    work: (run, lease) => runImport(deps, run, lease),
    takenOver: 'another process continues the imports',
    interrupted: 'the import of restaurants was interrupted',
  })
}

async function runImport(deps: Deps, run: Run, lease: Lease): Promise<void> {
  const { db, now, log } = deps
  const { id, attempts } = run
  const fail = async (problem: string) => {
    const failed = { state: 'failed', input: '', problem, finishedAt: now().toISOString() } as const
    await change(db, 'importRuns', { id, state: 'running' }, failed)
  }
  if (run.input === '' || attempts >= maxAttempts)
    return fail('The import was interrupted repeatedly. Nothing was written.')
  await change(db, 'importRuns', { id }, { attempts: attempts + 1, done: 0 })
  try {
    await carryOutQueued(deps, run, lease)
  } catch (error) {
    // The next process retries, or this one once the database is back.
    if (lease.signal.aborted || error instanceof LeaseLost || isUnavailable(error)) throw error
    if (!(error instanceof HttpError)) log.error({ err: error }, 'an import of restaurants failed')
    await fail(error instanceof HttpError ? error.message : 'Something went wrong. Nothing was written.')
  }
}

async function carryOutQueued(deps: Deps, run: Run, lease: Lease): Promise<unknown> {
  const { wanted, by: address } = JSON.parse(run.input) as ImportInput
  const by: Actor = {
    viewer: run.startedBy === null ? null : { id: run.startedBy },
    request: { ip: address.ip, headers: { 'user-agent': address.userAgent } },
  }
  const queued = { id: run.id, lease, inParts: inPartsOf(deps, run, lease) }
  switch (wanted.source) {
    case 'yelp':
      return carryOut(deps, yelpImport, wanted, by, queued)
    case 'osm':
      return carryOut(deps, osmImport, wanted, by, queued)
    case 'osm-changes':
      return carryOut(deps, osmChanges, wanted, by, queued)
    case 'osm-comparison':
      return carryOut(deps, osmComparison, wanted, by, queued)
  }
}

/** Checks before each part whether to stop, and saves the progress after it. */
function inPartsOf({ db }: Deps, { id, source }: Run, lease: Lease): InParts {
  return async (items, size, work) => {
    // Only the response says how many places a comparison is about.
    if (source === 'osm-comparison') await change(db, 'importRuns', { id }, { count: items.length })
    let done = 0
    for await (const part of partsOf(items, size)) {
      lease.signal.throwIfAborted()
      await work(part)
      done += part.length
      await change(db, 'importRuns', { id }, { done })
    }
    lease.signal.throwIfAborted()
  }
}
