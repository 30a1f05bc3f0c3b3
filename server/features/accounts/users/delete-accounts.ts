import { emailMismatch } from '#contract/accounts.ts'
import { mayDelete } from '#domain/ranks.ts'
import { type By, recordAudit } from '#server/audit/record-audit.ts'
import { removeUnusedImages } from '#server/data/images-store.ts'
import { removePushDevicesOfUser } from '#server/data/push-devices-store.ts'
import { removeUser } from '#server/data/users-store.ts'
import type { Db, Row } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, invalid } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { auditedFields } from './audited-fields.ts'
import { lockActorAndTarget } from './lock-actor-and-target.ts'

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
