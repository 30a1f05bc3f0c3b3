import type { Deps } from '#server/deps.ts'
import { removeUnusedImages } from '#server/features/images/images-store.ts'
import { removeUserTallies } from '#server/features/ratings/tallies-store.ts'
import { removeUser } from '#server/features/users/users-store.ts'
import { forbidden, invalid } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

/** Deletes somebody's own account, with all that belongs to it, after its e-mail was typed. */
export async function deleteAccount(deps: Deps, viewer: Viewer, typedEmail: string): Promise<void> {
  if (viewer.isPrimaryAdmin) throw forbidden('Cannot delete the primary admin account')
  if (typedEmail !== viewer.email) {
    throw invalid('email', "The email you entered doesn't match your account email")
  }
  await deps.db.transaction().execute(async tx => {
    await removeUserTallies(tx, viewer.id)
    await removeUser(tx, viewer.id)
    if (viewer.imageHash !== null) {
      await removeUnusedImages(tx)
    }
    const toName = `${viewer.firstName} ${viewer.lastName}`
    await queueMail(tx, deps, { kind: 'account-deleted', toAddress: viewer.email, toName })
  })
  deps.mailer.kick()
}
