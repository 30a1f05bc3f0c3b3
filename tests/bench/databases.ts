import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import { createDatabase, startPostgres } from '#tests/support/databases/postgres.ts'
import { findPostgresBinaries } from '#tests/support/databases/postgres-binaries.ts'

export type BenchDatabase = { environment: Record<string, string>; remove: () => Promise<void> }

export const enginesHere = (): Engine[] => (findPostgresBinaries() ? ['sqlite', 'postgres'] : ['sqlite'])

/** Creates a database and returns the environment for a server to use it. */
export async function newDatabase(engine: Engine): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'common-table-bench-'))
  const environment = {
    DATA_DIR: dataDir,
    STARTER_DATA: 'none',
    GEOCODER: 'off',
    RATE_LIMITS: 'off',
    PORT: '0',
    PRIMARY_ADMIN_PASSWORD: 'benchmark',
  }
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') return { environment, remove: removeFolder }
  const cluster = await startPostgres({ durable: true })
  return {
    environment: { ...environment, DATABASE_URL: await createDatabase(cluster.url) },
    remove: async () => {
      await cluster.stop()
      await removeFolder()
    },
  }
}
