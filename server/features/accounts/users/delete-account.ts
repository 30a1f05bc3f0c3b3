import { emailMismatch } from '#contract/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, invalid } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { lockActorAndTarget } from './lock-actor-and-target.ts'
import { removeAccount } from './remove-account.ts'

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
