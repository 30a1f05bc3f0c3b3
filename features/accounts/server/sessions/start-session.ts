import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { movePushDevices } from '#features/push/server/push-devices-store.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { insert, remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { createToken, hashToken } from '../tokens/tokens.ts'
import { readSessionCookie, setSessionCookie } from './session-cookie.ts'

type NewSession = {
  request: FastifyRequest
  reply: FastifyReply
  userId: number
  /** The URL that ends the issuer's session from which this one came. */
  endSessionUrl?: string | null | undefined
}

/**
 * Gives the caller a new session in place of the one that the request presents. Call the returned function
 * after the commit to set the cookies.
 */
export async function startSession(
  tx: Db,
  { config, now }: Deps,
  { request, reply, userId, endSessionUrl = null }: NewSession,
): Promise<() => void> {
  const presented = readSessionCookie(config, request)
  const token = createToken()
  const tokenHash = hashToken(token)
  if (presented) {
    const former = hashToken(presented)
    await remove(tx, 'sessions', { tokenHash: former })
    await movePushDevices(tx, { from: former, to: tokenHash, userId })
  }
  const time = now().toISOString()
  await insert(tx, 'sessions', { tokenHash, userId, createdAt: time, lastSeenAt: time, endSessionUrl })
  await saveSignInDay(tx, userId, localDate(now(), config.timeZone))
  return () => setSessionCookie(config, reply, { token, userId })
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
