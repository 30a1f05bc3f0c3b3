import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#features/audit/server/record-audit.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { findUserByEmail } from '../users/users-store.ts'
import { verifyPassword } from './passwords.ts'
import { throttled } from './sign-in-throttle.ts'

/**
 * The account with these credentials, or null. Failures are counted and recorded in the audit log. The
 * account may still be disabled or unverified.
 */
export async function findByPassword(
  deps: Deps,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  { email, password }: { email: string; password: string },
): Promise<Row<'users'> | null> {
  const { db, now } = deps
  const check = async () => {
    const user = await findUserByEmail(db, email)
    const right = await verifyPassword(user?.passwordHash, password)
    return user && right ? user : null
  }
  const by = { viewer: null, request }
  return throttled(deps, { email, ip: request.ip }, check, async tx =>
    recordAudit(tx, { action: 'SIGN_IN_FAILED', details: { email }, by, time: now().toISOString() }),
  )
}
