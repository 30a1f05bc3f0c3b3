import { locked } from '#kit/server/database/locks.ts'
import { lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { notSignedIn } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { isDisabled } from '../users/account-state.ts'

/**
 * Locks the viewer's account, and the session of this request, until the transaction ends. Throws if either has ended
 * since the request began: what gives access afterwards, such as a token, must not be added once access was revoked.
 */
export async function lockViewer(tx: Db, { id, sessionHash }: Viewer): Promise<Row<'users'>> {
  const [user] = await lock(tx, 'users', { id })
  if (!user || isDisabled(user)) throw notSignedIn()
  if (sessionHash === null) return user
  const session = await tx
    .selectFrom('sessions')
    .select('userId')
    .where('tokenHash', '=', sessionHash)
    .$call(locked(tx))
    .executeTakeFirst()
  if (session?.userId !== id) throw notSignedIn()
  return user
}
