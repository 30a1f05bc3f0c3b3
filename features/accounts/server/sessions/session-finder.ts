import DataLoader from 'dataloader'
import { prepared } from '#kit/server/database/drivers/prepared.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

type SessionUser = Row<'users'> & {
  sessionCreatedAt: string
  sessionLastSeenAt: string
  ownVersion: number | null
}

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

const findSessions = prepared<{ tokenHashes: readonly string[] }>()((db, value) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('ownerVersions', 'ownerVersions.userId', 'sessions.userId')
    .selectAll('users')
    .select([
      'sessions.tokenHash',
      'sessions.createdAt as sessionCreatedAt',
      'sessions.lastSeenAt as sessionLastSeenAt',
    ])
    .select('ownerVersions.version as ownVersion')
    .where(indexedIn(db, 'sessions.tokenHash', value('tokenHashes'))),
)

/** The users of these sessions, in the same order. */
async function findSessionUsers(
  db: Db,
  tokenHashes: readonly string[],
): Promise<(SessionUser | undefined)[]> {
  const found = new Map<string, SessionUser>()
  for (const { tokenHash, ...user } of await findSessions(db, { tokenHashes })) found.set(tokenHash, user)
  return tokenHashes.map(tokenHash => found.get(tokenHash))
}
