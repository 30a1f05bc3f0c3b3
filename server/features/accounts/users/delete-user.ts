import { mayDelete } from '#domain/ranks.ts'
import { type By, recordAudit } from '#server/audit/record-audit.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden } from '#server/http/errors.ts'
import { auditedFields } from './audited-fields.ts'
import { lockActorAndTarget } from './lock-actor-and-target.ts'
import { removeAccount } from './remove-account.ts'

/** Deletes an account if the actor's rank allows it. */
export async function deleteUser(deps: Deps, id: number, by: By): Promise<void> {
  await deps.db.transaction().execute(async tx => {
    const { actor, target, requireRemainingSuperUser } = await lockActorAndTarget(tx, by.viewer, id)
    if (target.isPrimaryAdmin) throw forbidden('Cannot delete the primary admin account')
    if (!mayDelete(actor, target)) throw forbidden('You are not allowed to delete this account')
    requireRemainingSuperUser(null)
    await removeAccount(tx, deps, target)
    await recordAudit(tx, {
      action: 'USER_DELETED',
      details: { id, before: auditedFields(target) },
      by,
      time: deps.now().toISOString(),
    })
  })
}
