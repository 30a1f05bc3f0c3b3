import { spawnSync } from 'node:child_process'
import { startPostgres } from '#tests/support/databases/postgres.ts'
import { findPostgresBinaries } from '#tests/support/databases/postgres-binaries.ts'

/** Provides a PostgreSQL that syncs its writes, and says what this machine lacks. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (spawnSync('strace', ['--version']).status !== 0)
    console.warn(
      'strace is missing (it exists on Linux only): faults of disks and at system calls are left out.',
    )
  if (process.getuid?.() !== 0) console.warn('Only root can mount a small disk: full disks are left out.')
  if (process.env.TEST_POSTGRES_URL) return undefined
  if (!findPostgresBinaries()) {
    console.warn('PostgreSQL is missing: its faults are left out.')
    return undefined
  }
  const { url, stop } = await startPostgres({ durable: true })
  process.env.TEST_POSTGRES_URL = url
  return stop
}
