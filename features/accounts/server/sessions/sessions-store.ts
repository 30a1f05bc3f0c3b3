import { sql } from 'kysely'
import { removePushDevicesOfUser } from '#features/push/server/push-devices-store.ts'
import { prepared } from '#kit/server/database/drivers/prepared.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

export async function saveSession(
  db: Db,
  session: { tokenHash: string; userId: number; now: string; endSessionUrl?: string | null },
): Promise<void> {
  const { now, ...row } = session
  await db
    .insertInto('sessions')
    .values({ ...row, createdAt: now, lastSeenAt: now })
    .execute()
}

export type SessionUser = Row<'users'> & {
  sessionCreatedAt: string
  sessionLastSeenAt: string
  ownVersion: number | null
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
export async function findSessionUsers(
  db: Db,
  tokenHashes: readonly string[],
): Promise<(SessionUser | undefined)[]> {
  const found = new Map<string, SessionUser>()
  for (const { tokenHash, ...user } of await findSessions(db, { tokenHashes })) found.set(tokenHash, user)
  return tokenHashes.map(tokenHash => found.get(tokenHash))
}

export async function touchSession(db: Db, tokenHash: string, now: string): Promise<void> {
  await db.updateTable('sessions').set({ lastSeenAt: now }).where('tokenHash', '=', tokenHash).execute()
}

/** The id of the user of a session, which is locked until the transaction ends; undefined if it has ended. */
export async function findSessionOwner(tx: Db, tokenHash: string): Promise<number | undefined> {
  const session = await tx
    .selectFrom('sessions')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .$call(locked(tx))
    .executeTakeFirst()
  return session?.userId
}

/** Ends a session. Returns the URL that ends the issuer's session as well, if there is one. */
export async function removeSession(db: Db, tokenHash: string): Promise<string | null> {
  const removed = await db
    .deleteFrom('sessions')
    .where('tokenHash', '=', tokenHash)
    .returning('endSessionUrl')
    .executeTakeFirst()
  return removed?.endSessionUrl ?? null
}

/** Ends all sessions of a user and the notifications of their browsers, except the one named by `except`. */
export async function removeSessionsOfUser(
  db: Db,
  userId: number,
  except: string | null = null,
): Promise<void> {
  let query = db.deleteFrom('sessions').where('userId', '=', userId)
  if (except !== null) query = query.where('tokenHash', '!=', except)
  await query.execute()
  await removePushDevicesOfUser(db, userId, except)
}

export async function removeSessionsOlderThan(
  db: Db,
  limits: { createdAt: string; lastSeenAt: string },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(eb => eb.or([eb('createdAt', '<', limits.createdAt), eb('lastSeenAt', '<', limits.lastSeenAt)]))
    .execute()
}

/** When the user last proved their identity in this session: by signing in, or later. */
export async function findLastProof(db: Db, tokenHash: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select(eb => eb.fn.coalesce('provedAt', 'createdAt').as('time'))
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return session?.time
}

export async function recordProof(db: Db, tokenHash: string, now: string): Promise<void> {
  await db.updateTable('sessions').set({ provedAt: now }).where('tokenHash', '=', tokenHash).execute()
}

/** Records that a user was signed in on a local day. */
export async function saveSignInDay(db: Db, userId: number, day: string): Promise<void> {
  await db
    .insertInto('signInDays')
    .columns(['userId', 'day'])
    .expression(
      db
        .selectFrom('users')
        .select(['id', sql<string>`cast(${day} as text)`.as('day')])
        .where('id', '=', userId),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
