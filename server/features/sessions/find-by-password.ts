import type { FastifyRequest } from 'fastify'
import type { UserRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { findUserByEmail } from '#server/features/users/users-store.ts'
import { verifyPassword } from './passwords.ts'
import { throttled } from './sign-in-throttle.ts'

/** The account that these credentials belong to, or null; failures count. It may still be barred or unverified. */
export async function findByPassword(
  deps: Deps,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { email, password }: { email: string; password: string },
): Promise<UserRow | null> {
  return throttled(deps, { email, ip }, async () => {
    const user = await findUserByEmail(deps.db, email)
    const right = await verifyPassword(user?.passwordHash, password)
    return user && right ? user : null
  })
}

/** Whether an account may act at all. Nothing bars the primary admin, or nobody could let the others in again. */
export const isBarred = (user: Pick<UserRow, 'canLogin' | 'isPrimaryAdmin'>) =>
  !user.canLogin && !user.isPrimaryAdmin

export const isUnverified = (user: Pick<UserRow, 'isVerified' | 'isPrimaryAdmin'>) =>
  !user.isVerified && !user.isPrimaryAdmin
