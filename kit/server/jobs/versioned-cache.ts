import type { Kysely } from 'kysely'
import type { Database, Db, Tables } from '#kit/server/database/schema.ts'
import { TableRecorder } from '#kit/server/database/tables/table-recorder.ts'
import { readConsistently } from '#kit/server/database/transactions.ts'
import {
  ownedTables,
  readTableVersions,
  type TableVersions,
  unversionedTables,
} from '#kit/server/database/versions.ts'
import { coalesceRuns } from './coalesce-runs.ts'

/** The user whose rows a value is made from, besides data that is the same for everyone. */
type Owner = { id: number; ownVersion: number }

type Make<T> = (db: Db) => Promise<T>

export type VersionedCache = {
  /** The versions of all tables as of this call or later; for handlers that get several values. */
  readVersions: () => Promise<TableVersions>
  /**
   * Returns what `make` reads from the database, and calls it again only after a table that it reads has
   * changed. `make` must read only the given database, and in tables such as ratings only the owner's rows.
   * `key` must name everything else that the value depends on.
   */
  get: <T extends object>(key: string, make: Make<T>, options?: CacheOptions<T>) => Promise<T>
}

export type CacheOptions<T> = {
  owner?: Owner
  /** What else the value is made from. It is made again when this text differs, and replaces the one before. */
  madeFrom?: string
  /** From `readVersions`, called since the request arrived. By default, they are read. */
  versions?: TableVersions
  /** The approximate size in bytes, without the key; the total is limited. */
  sizeOf?: (value: T) => number
}

type Entry = {
  value: object
  versions: Map<string, number>
  ownVersion: number | undefined
  madeFrom: string | undefined
  size: number
}

/**
 * Caches values made from the database while they are valid, judged by the versions of the tables they were
 * made from (see kit/server/database/versions.ts). That is correct for any number of processes, because every access
 * asks the database. Simultaneous callers share the check and the making.
 */
export function createVersionedCache(
  db: Kysely<Database>,
  described: Tables,
  maxBytes = 32_000_000,
): VersionedCache {
  const owned = ownedTables(described)
  const unversioned = unversionedTables(described)
  const entries = new Map<string, Entry>()
  const builds = new Map<string, { run: () => Promise<object>; waiting: number }>()
  const readVersions = coalesceRuns(() => readTableVersions(db))
  let bytes = 0

  const remove = (key: string) => {
    bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  const put = (key: string, entry: Entry) => {
    remove(key)
    entries.set(key, entry)
    bytes += entry.size
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break
      remove(oldest)
    }
  }
  const build = async <T extends object>(key: string, make: Make<T>, options: CacheOptions<T>) => {
    const { owner, madeFrom, sizeOf } = options
    const recorder = new TableRecorder()
    const { versions, value } = await readConsistently(db, async tx => ({
      versions: await readTableVersions(tx),
      value: await make(tx.withPlugin(recorder)),
    }))
    // For a batch, the key is the larger part.
    const size = key.length + (sizeOf?.(value) ?? 1_000)
    const readFrom = versionsOf(recorder, versions, owner)
    put(key, { value, versions: readFrom, ownVersion: owner?.ownVersion, madeFrom, size })
    return value
  }

  const versionsOf = (
    { tables }: TableRecorder,
    versions: TableVersions,
    owner: Owner | undefined,
  ): Map<string, number> => {
    const read = new Map<string, number>()
    for (const table of tables) {
      const version = versions.get(table)
      if (version !== undefined) read.set(table, version)
      else if (unversioned.includes(table) || (owned.includes(table) && !owner))
        throw new Error(`The table ${table} has no version, so nothing that reads it can be cached`)
    }
    return read
  }

  return {
    readVersions,
    async get<T extends object>(key: string, make: Make<T>, options: CacheOptions<T> = {}): Promise<T> {
      const { owner, madeFrom, versions } = options
      const entry = entries.get(key)
      const isTheSame = entry?.ownVersion === owner?.ownVersion && entry?.madeFrom === madeFrom
      // A value made only from the owner's rows is valid until the owner's version changes.
      const isValid = async ({ versions: of }: Entry) =>
        of.size === 0 || isUpToDate(of, versions ?? (await readVersions()))
      if (entry && isTheSame && (await isValid(entry))) {
        // The least recently used entries are dropped first; this one may have been dropped in the meantime.
        if (entries.get(key) === entry) {
          entries.delete(key)
          entries.set(key, entry)
        }
        return entry.value as T
      }
      const shared = JSON.stringify([key, madeFrom])
      const making = builds.get(shared) ?? { run: coalesceRuns(() => build(key, make, options)), waiting: 0 }
      builds.set(shared, making)
      making.waiting += 1
      try {
        return (await making.run()) as T
      } finally {
        making.waiting -= 1
        if (making.waiting === 0) builds.delete(shared)
      }
    },
  }
}

function isUpToDate(versions: Map<string, number>, now: TableVersions): boolean {
  for (const [table, version] of versions) if (now.get(table) !== version) return false
  return true
}
