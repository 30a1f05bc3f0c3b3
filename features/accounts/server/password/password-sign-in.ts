import type { FastifyRequest } from 'fastify'
import { find } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden } from '#kit/server/http/errors.ts'
import { noPasswords } from '../../oidc-contract.ts'
import { verifyPassword } from './passwords.ts'
import { throttled } from './sign-in-throttle.ts'

/**
 * Whether a password may open the account with this address.
 * If passwords are switched off, only the primary admin's may.
 */
export async function mayUsePassword(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  email: string,
): Promise<boolean> {
  return config.passwordSignIn || (await find(db, 'users', { email }))?.isPrimaryAdmin === true
}

export async function requirePasswordSignIn(deps: Pick<Deps, 'config' | 'db'>, email: string): Promise<void> {
  if (!(await mayUsePassword(deps, email))) throw forbidden(noPasswords, 'passwords_off')
}

/**
 * The account with these credentials, or null. Failures are counted and recorded in the audit log. The
 * account may still be disabled or unverified.
 */
export async function findByPassword(
  deps: Deps,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  { email, password }: { email: string; password: string },
): Promise<Row<'users'> | null> {
  return throttled(deps, { email, request }, async () => {
    const user = await find(deps.db, 'users', { email })
    const right = await verifyPassword(user?.passwordHash, password)
    return user && right ? user : null
  })
}
