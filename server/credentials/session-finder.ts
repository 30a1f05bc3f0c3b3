import DataLoader from 'dataloader'
import { findSessionUsers, type SessionUser } from '#server/data/sessions-store.ts'
import type { Db } from '#server/database/schema.ts'

/** Whose session a token's hash names, as the database has it after the question. */
export type SessionFinder = (tokenHash: string) => Promise<SessionUser | undefined>

/**
 * Every request asks whose it is. Those that have arrived when the event loop turns to them share one statement; nothing is
 * kept, so whoever was barred or signed out is so at the next request (docs/decisions/0052-asked-together.md).
 */
export function createSessionFinder(db: Db): SessionFinder {
  const loader = new DataLoader(
    (tokenHashes: readonly string[]) => findSessionUsers(db, tokenHashes),
    // Immediates run once all sockets that had something to say were read.
    { cache: false, batchScheduleFn: find => void setImmediate(find) },
  )
  return tokenHash => loader.load(tokenHash)
}
