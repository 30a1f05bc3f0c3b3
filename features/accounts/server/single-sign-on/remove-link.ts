import { type By, recordAudit } from '#features/audit/server/record-audit.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden } from '#kit/server/http/errors.ts'
import { mayChange } from '../../ranks.ts'
import { removeSessionsOfUser } from '../sessions/sessions-store.ts'
import { lockActorAndTarget } from '../users/lock-actor-and-target.ts'
import { removeOtherLinks } from './sign-on-store.ts'

/**
 * Removes the link of an account to the issuer, for when the issuer gave its owner another subject, or the wrong person
 * was linked. So the sessions end, too, except if administrators do it to themselves.
 */
export function removeLink({ db, now }: Deps, id: number, by: By): Promise<Row<'users'>> {
  return db.transaction().execute(async tx => {
    const { actor, target } = await lockActorAndTarget(tx, by.viewer, id)
    if (!mayChange(actor, target, 'email'))
      throw forbidden('You are not allowed to change how this account signs in')
    if ((await removeOtherLinks(tx, id, null)) === 0)
      throw conflict('This account has no link to an account of your organization')
    if (actor.id !== id) await removeSessionsOfUser(tx, id)
    const details = { id, email: target.email }
    await recordAudit(tx, { action: 'SIGN_ON_UNLINKED', details, by, time: now().toISOString() })
    return target
  })
}
