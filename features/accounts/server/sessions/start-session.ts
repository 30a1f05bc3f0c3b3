import type { FastifyReply, FastifyRequest } from 'fastify'
import { movePushDevices } from '#features/push/server/push-devices-store.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { createToken, hashToken } from '../tokens/tokens.ts'
import { readSessionCookie, setSessionCookie } from './session-cookie.ts'
import { removeSession, saveSession, saveSignInDay } from './sessions-store.ts'

type NewSession = {
  request: FastifyRequest
  reply: FastifyReply
  userId: number
  /** The URL that ends the issuer's session from which this one came. */
  endSessionUrl?: string | null
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
  if (presented) {
    const former = hashToken(presented)
    await removeSession(tx, former)
    await movePushDevices(tx, { from: former, to: hashToken(token), userId })
  }
  await saveSession(tx, { tokenHash: hashToken(token), userId, now: now().toISOString(), endSessionUrl })
  await saveSignInDay(tx, userId, localDate(now(), config.timeZone))
  return () => setSessionCookie(config, reply, { token, userId })
}
