import DataLoader from 'dataloader'
import type { Db } from '#kit/server/database/schema.ts'
import { findSessionUsers, type SessionUser } from './sessions-store.ts'

/** Finds the user of a session by its token's hash, never from data older than the call. */
export type SessionFinder = (tokenHash: string) => Promise<SessionUser | undefined>

/**
 * Every request looks up its user. All requests that arrive in one turn of the event loop share one
 * statement. Nothing is cached, so disabling or signing out a user takes effect at the next request
 * (docs/decisions/0052-statements-of-every-request.md).
 */
export function createSessionFinder(db: Db): SessionFinder {
  const loader = new DataLoader(
    (tokenHashes: readonly string[]) => findSessionUsers(db, tokenHashes),
    // Immediates run once all sockets with pending data have been read.
    { cache: false, batchScheduleFn: find => void setImmediate(find) },
  )
  return tokenHash => loader.load(tokenHash)
}
