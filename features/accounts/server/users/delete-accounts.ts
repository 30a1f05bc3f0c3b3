import { type By, recordAudit } from '#features/audit/server/record-audit.ts'
import { removeUnusedImages } from '#features/images/server/images-store.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { removePushDevicesOfUser } from '#features/push/server/push-devices-store.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden, invalid } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { emailMismatch } from '../../contract.ts'
import { mayDelete } from '../../ranks.ts'
import { auditedFields } from './audited-fields.ts'
import { lockActorAndTarget } from './lock-actor-and-target.ts'
import { removeUser } from './users-store.ts'

/** Deletes the viewer's account and all its data. Typing its email is the confirmation. */
export async function deleteAccount(deps: Deps, viewer: Viewer, typedEmail: string): Promise<void> {
  if (viewer.isPrimaryAdmin) throw forbidden('Cannot delete the primary admin account')
  if (typedEmail !== viewer.email) {
    throw invalid('email', emailMismatch)
  }
  await deps.db.transaction().execute(async tx => {
    const { target, requireRemainingSuperUser } = await lockActorAndTarget(tx, viewer, viewer.id)
    requireRemainingSuperUser(null)
    await removeAccount(tx, deps, target)
  })
}

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

/** Removes an account and all its data, including what is in the trash, and notifies its owner. */
async function removeAccount(tx: Db, deps: Deps, user: Omit<Row<'users'>, 'passwordHash'>): Promise<void> {
  const { id, imageHash } = user
  await deps.followers.accountLeaves(tx, id, deps.now().toISOString())
  await removePushDevicesOfUser(tx, id)
  await removeUser(tx, id)
  if (imageHash !== null) await removeUnusedImages(tx)
  await queueMail(tx, deps, { kind: 'account-deleted', to: user })
}
