import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Database, Schema } from './database/schema.ts'
import type { BackgroundWork } from './jobs/background-work.ts'
import type { Changes } from './jobs/changes.ts'
import type { DiskReserve } from './jobs/disk-reserve.ts'
import type { VersionedCache } from './jobs/versioned-cache.ts'

/**
 * The dependencies of handlers and background work, here those that know no noun; `app/deps.ts` adds all others.
 * `createDeps` creates them once; tests pass their own clock.
 */
export interface Deps {
  config: Config
  db: Kysely<Database>
  /** What the database consists of. */
  schema: Schema
  log: Logger
  /** The current time for all rules about time. Tests replace it. */
  now: () => Date
  /** Disk space reserved for operations that must work even if the disk is full. */
  diskReserve: DiskReserve
  /** Caches values computed from the database until their data changes. */
  cache: VersionedCache
  /** Notices changes made by any process. */
  changes: Changes
  /** What runs beside requests, once started. */
  jobs: Jobs
}

export interface Jobs {
  /** Removes what has expired. */
  housekeeping: BackgroundWork
}
