import type { Db, Row } from '#kit/server/database/schema.ts'
import { notSignedIn } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { isDisabled } from '../users/account-state.ts'
import { lockUser } from '../users/users-store.ts'
import { findSessionOwner } from './sessions-store.ts'

/**
 * Locks the viewer's account, and the session of this request, until the transaction ends. Throws if either has ended
 * since the request began: what gives access afterwards, such as a token, must not be added once access was revoked.
 */
export async function lockViewer(tx: Db, { id, sessionHash }: Viewer): Promise<Row<'users'>> {
  const user = await lockUser(tx, id)
  if (!user || isDisabled(user)) throw notSignedIn()
  if (sessionHash !== null && (await findSessionOwner(tx, sessionHash)) !== id) throw notSignedIn()
  return user
}
