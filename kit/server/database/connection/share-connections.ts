import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { isTooManyConnections } from '#kit/server/database/drivers/dialect.ts'
import type { Report } from './database-observer.ts'
import { neededConnections, reservedConnections } from './database-url.ts'

/** Whether the pool's own connections were all in use for too long. */
const isQueueTimeout = (error: unknown) =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying')

const retryAfter = 50
const recoverAfter = 60_000

/**
 * A pool that makes do with the connections it has if PostgreSQL allows no more of them: callers wait for one of
 * those instead of failing. It also closes some, because backups need a connection besides the
 * pool's. After a minute it tries again.
 */
export function shareConnections(pool: pg.Pool, patience: number, report: Report): PostgresPool {
  const configured = pool.options.max
  let isReported = false
  let isClosing = false

  // Closes connections as soon as their requests are done, until the pool has no more than it may.
  const closeSurplus = async () => {
    if (isClosing) return
    isClosing = true
    try {
      while (pool.totalCount > pool.options.max) (await pool.connect()).release(true)
    } catch {
      // The database fails, and all connections with it.
    }
    isClosing = false
  }

  const lower = (error: unknown) => {
    const { totalCount } = pool
    const max = Math.max(1, Math.min(totalCount, 2), totalCount - reservedConnections)
    if (max >= pool.options.max) return
    pool.options.max = max
    setTimeout(() => {
      pool.options.max = configured
    }, recoverAfter).unref()
    void closeSurplus()
    if (isReported) return
    isReported = true
    report(
      `PostgreSQL allows no more connections: requests share ${max} of them. ` +
        `A process needs at least ${neededConnections}, and DATABASE_POOL limits how many it opens.`,
      error as Error,
    )
  }

  const connect = async () => {
    const giveUp = performance.now() + patience
    while (true) {
      try {
        return await pool.connect()
      } catch (error) {
        if (performance.now() > giveUp) throw error
        if (isTooManyConnections(error)) lower(error)
        else if (!isQueueTimeout(error) || pool.options.max === configured) throw error
        if (pool.totalCount < pool.options.max) await wait(retryAfter)
      }
    }
  }
  return { connect, end: () => pool.end(), options: pool.options }
}
