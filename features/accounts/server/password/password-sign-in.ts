import type { Deps } from '#kit/server/deps.ts'
import { forbidden } from '#kit/server/http/errors.ts'
import { noPasswords } from '../../oidc-contract.ts'
import { findUserByEmail } from '../users/users-store.ts'

/**
 * Whether a password may open the account with this address.
 * If passwords are switched off, only the primary admin's may.
 */
export async function mayUsePassword(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  email: string,
): Promise<boolean> {
  return config.passwordSignIn || (await findUserByEmail(db, email))?.isPrimaryAdmin === true
}

export async function requirePasswordSignIn(deps: Pick<Deps, 'config' | 'db'>, email: string): Promise<void> {
  if (!(await mayUsePassword(deps, email))) throw forbidden(noPasswords, 'passwords_off')
}
