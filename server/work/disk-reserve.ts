import { randomFillSync } from 'node:crypto'
import { open, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { megabytes } from '#domain/units.ts'
import type { Config } from '#server/config.ts'
import { isDiskFull } from '#server/database/dialect.ts'
import { limitConcurrency } from './concurrency-limit.ts'

export type DiskReserve = {
  /** Does what must work on a full disk too: where there is no room for it, the reserve makes some. */
  use: <T>(work: () => Promise<T>) => Promise<T>
  /** Takes as much of the disk as the reserve lacks, or as there is. */
  fill: () => Promise<void>
}

const size = 4 * megabytes
const chunkSize = 64 * 1024

/**
 * A file that keeps some of the disk for signing in and out and for deleting backups, so that a full disk can be emptied
 * from inside. The disk of a PostgreSQL server isn't ours: there it does nothing.
 */
export function createDiskReserve({ dataDir, databaseUrl }: Config): DiskReserve {
  if (databaseUrl !== null) return { use: work => work(), fill: async () => undefined }
  const path = join(dataDir, 'reserve')
  const fill = () => fillFile(path).catch(() => undefined)
  // What is just being filled would take the room again that it has given up.
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
        // Its room is free at once, even while another process has it open.
        await truncate(path).catch(() => undefined)
        return work().finally(fill)
      })
    },
  }
}

async function fillFile(path: string): Promise<void> {
  // Random, since a file system may store nothing for zeros.
  const chunk = randomFillSync(Buffer.alloc(chunkSize))
  const file = await open(path, 'a', 0o600)
  try {
    for (let { size: filled } = await file.stat(); filled < size; filled += chunkSize) await file.write(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}
