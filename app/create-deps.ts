import type { Logger } from 'pino'
import { createSessionFinder } from '#features/accounts/server/sessions/resolve-viewer.ts'
import { listCampusRows } from '#features/campuses/server/campuses-store.ts'
import { mapFileNotice, readMapFile } from '#features/map/server/map-file.ts'
import { createTasteReader } from '#features/taste/server/taste.ts'
import type { Config } from '#kit/server/config/config.ts'
import { createLog } from '#kit/server/create-log.ts'
import type { DatabaseObserver } from '#kit/server/database/connection/database-observer.ts'
import {
  openDatabase,
  UnusableDatabaseError,
  withLongTimeouts,
} from '#kit/server/database/connection/open.ts'
import {
  explainStartError,
  requireSearchPath,
  waitUntilReachable,
} from '#kit/server/database/connection/wait-until-reachable.ts'
import { isDiskFull } from '#kit/server/database/drivers/dialect.ts'
import { migrate } from '#kit/server/database/migrate.ts'
import type { Deps } from '#kit/server/deps.ts'
import { createChanges } from '#kit/server/jobs/changes.ts'
import { createDiskReserve } from '#kit/server/jobs/disk-reserve.ts'
import { createVersionedCache } from '#kit/server/jobs/versioned-cache.ts'
import { createClients } from './clients.ts'
import { createJobs } from './create-jobs.ts'
import type {} from './deps.ts'
import { createFollowers } from './followers.ts'
import { schema } from './tables.ts'

/** Opens and migrates the database, which the caller must close with `deps.db.destroy()`. */
export async function createDeps(
  config: Config,
  options: Partial<Pick<Deps, 'now' | 'log' | 'yelp' | 'websites' | 'chat' | 'pushService'>> = {},
): Promise<Deps> {
  const log = options.log ?? createLog(config.logLevel)
  const mapFile = await readMapFile(config)
  if (mapFile && 'problem' in mapFile)
    log.warn(`MAP_PMTILES: ${mapFile.problem} The maps are shown without it.`)
  const metrics = await metricsOf(config)
  // SQLite writes temporary files for large changes. They go to the data folder, since the system's temporary folder
  // may be full or read-only.
  process.env.SQLITE_TMPDIR ??= config.dataDir
  const diskReserve = createDiskReserve(config)
  // Admins free a full disk from within the application, so a full disk must not prevent the start.
  const db = await diskReserve
    .use(() => openMigrated(config, log, metrics?.database))
    .catch(error => Promise.reject(isDiskFull(error) ? new UnusableDatabaseError(diskFullMessage) : error))
  const notice = mapFile && 'version' in mapFile && mapFileNotice(mapFile, await listCampusRows(db))
  if (notice) log.warn(`MAP_PMTILES: ${notice}`)
  const first: Omit<Deps, 'followers' | 'jobs'> = {
    config,
    db,
    schema,
    log,
    metrics,
    now: () => new Date(),
    diskReserve,
    mapFile,
    findSession: createSessionFinder(db),
    cache: createVersionedCache(db, schema.tables),
    changes: createChanges({ db, log }),
    taste: createTasteReader(db),
    ...(await createClients(config)),
    ...options,
  }
  // One object, so that jobs and requests see the same.
  const deps = first as Deps
  deps.followers = createFollowers(deps)
  deps.jobs = createJobs(deps)
  return deps
}

const diskFullMessage = 'There is no room left on the disk of the database. Free some space, then try again.'

async function openMigrated(config: Config, log: Logger, observer: DatabaseObserver | undefined) {
  const report = (message: string, error?: Error) =>
    error ? log.error({ err: error }, message) : log.info(message)
  const db = openDatabase(config, report, observer)
  try {
    if (config.databaseUrl !== null) {
      await waitUntilReachable(db, log)
      await requireSearchPath(db, config.databaseUrl)
    }
    await withLongTimeouts(config.databaseUrl, db, all => migrate(all, schema))
    return db
  } catch (error) {
    await db.destroy()
    throw explainStartError(error)
  }
}

// Loaded on demand, which saves memory in all installations without metrics.
async function metricsOf(config: Config) {
  const { port, token } = config.metrics
  if (port === null && token === null) return null
  const { createMetrics } = await import('./metrics/metrics.ts')
  return createMetrics(config)
}
