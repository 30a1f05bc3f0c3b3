import { findSessionOwner } from '#server/data/sessions-store.ts'
import { lockUser } from '#server/data/users-store.ts'
import type { Db, Row } from '#server/database/schema.ts'
import { notSignedIn } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { isDisabled } from './account-state.ts'

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
