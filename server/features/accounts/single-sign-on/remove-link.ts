import { mayChange } from '#domain/ranks.ts'
import { type By, recordAudit } from '#server/audit/record-audit.ts'
import { removeSessionsOfUser } from '#server/data/sessions-store.ts'
import { removeOtherLinks } from '#server/data/sign-on-store.ts'
import type { Row } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { lockActorAndTarget } from '../users/lock-actor-and-target.ts'

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
