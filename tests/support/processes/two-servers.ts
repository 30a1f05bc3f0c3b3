import { afterAll, expect } from 'vitest'
import { createApp } from '#app/app.ts'
import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#kit/server/config/config.ts'
import { createVersionedCache } from '#kit/server/jobs/versioned-cache.ts'
import { caller } from '#tests/support/calls/caller.ts'
import { peopleOf } from '#tests/support/people/people.ts'
import { startProcess } from './start-process.ts'

/** Waits for a reply, which must not be a rejection. */
export async function succeed(reply: Promise<{ status: number; message: string | undefined }>) {
  const { status, message } = await reply
  expect(status, message).toBeLessThan(300)
}

/**
 * Starts two server processes on one database, each with its own cache, and a third server without a cache, which
 * always returns the true state.
 */
export async function startTwoServers(environment: Record<string, string> = {}) {
  const first = await startProcess(environment)
  const second = await first.startAgain()
  const deps = await createDeps(
    readConfig({
      // All have the same public address.
      PORT: '0',
      DATA_DIR: first.dataDir,
      DATABASE_URL: first.databaseUrl ?? '',
      GEOCODER: 'off',
      LOG_LEVEL: 'fatal',
    }),
  )
  const uncached = await createApp({ ...deps, cache: createVersionedCache(deps.db, deps.schema.tables, 0) })
  afterAll(async () => {
    await uncached.close()
    await deps.db.destroy()
  })
  const origin = await uncached.listen({ host: '127.0.0.1', port: 0 })
  const as = (origin: string) => (user: { id: number } | null) => caller(deps, origin)(user)
  return {
    db: deps.db,
    deps,
    as: as(origin),
    ...peopleOf(deps),
    servers: [as(first.origin), as(second.origin)] as const,
    truth: as(origin),
  }
}
