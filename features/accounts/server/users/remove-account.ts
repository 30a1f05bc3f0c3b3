import { removeUnusedImages } from '#features/images/server/images-store.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { removePushDevicesOfUser } from '#features/push/server/push-devices-store.ts'
import { remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'

/** Removes an account and all its data, including what is in the trash, and notifies its owner. */
export async function removeAccount(tx: Db, deps: Deps, user: Row<'users'>, time: string): Promise<void> {
  const { id, imageHash } = user
  await deps.followers.accountLeaves(tx, id, time)
  await removePushDevicesOfUser(tx, id)
  await remove(tx, 'users', { id })
  if (imageHash !== null) await removeUnusedImages(tx)
  await queueMail(tx, deps, { kind: 'account-deleted', to: user })
}
