import type { LogEvent } from 'kysely'
import type pg from 'pg'

/** Is told of each statement, and of the connection pool if there is one. */
export type DatabaseObserver = {
  statement: (event: LogEvent) => void
  pool: (pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>) => void
}

/** Is told of trouble with connections that fails no request by itself; without an error, it is none. */
export type Report = (message: string, error?: Error) => void
