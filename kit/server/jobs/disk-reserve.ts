import { randomFillSync } from 'node:crypto'
import { open, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { megabytes } from '#kit/rules/units.ts'
import type { Config } from '#kit/server/config/config.ts'
import { isDiskFull } from '#kit/server/database/drivers/dialect.ts'
import { limitConcurrency } from './concurrency-limit.ts'

export type DiskReserve = {
  /** Runs work that must succeed even on a full disk: if there is no room for it, the reserve gives up its own. */
  use: <T>(work: () => Promise<T>) => Promise<T>
  /** Fills the reserve up again, as far as the disk has room. */
  fill: () => Promise<void>
}

const size = 4 * megabytes
const chunkSize = 64 * 1024

/**
 * A file that reserves disk space for signing in and out and for deleting
 * backups, so that a full disk can be cleaned up from within the application.
 * The disk of a PostgreSQL server isn't ours, so there it does nothing.
 */
export function createDiskReserve({ dataDir, databaseUrl }: Config): DiskReserve {
  if (databaseUrl !== null) return { use: work => work(), fill: async () => undefined }
  const path = join(dataDir, 'reserve')
  const fill = () => fillFile(path).catch(() => undefined)
  // A simultaneous fill would take back the room that was just freed.
  const inTurn = limitConcurrency({ concurrency: 1, maxQueue: 100 })
  return {
    fill: () => inTurn(fill).catch(() => undefined),
    use: async work => {
      try {
        return await work()
      } catch (error) {
        if (!isDiskFull(error)) throw error
      }
      return inTurn(async () => {
        // This frees its space immediately, even while another process has the file open.
        await truncate(path).catch(() => undefined)
        return work().finally(fill)
      })
    },
  }
}

async function fillFile(path: string): Promise<void> {
  // Random, because a file system may store zeros without using any space.
  const chunk = randomFillSync(Buffer.alloc(chunkSize))
  const file = await open(path, 'a', 0o600)
  try {
    for (let { size: filled } = await file.stat(); filled < size; filled += chunkSize) await file.write(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}
