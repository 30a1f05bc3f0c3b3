import { fullName } from '#domain/person-names.ts'
import { removeUnusedImages } from '#server/data/images-store.ts'
import { removeFromAllLunches } from '#server/data/lunch-people-store.ts'
import { removePushDevicesOfUser } from '#server/data/push-devices-store.ts'
import { stopBeingRegularAnywhere } from '#server/data/standing-people-store.ts'
import { removeUserTallies } from '#server/data/tallies-store.ts'
import { removeUser } from '#server/data/users-store.ts'
import type { Db, UserRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

/** Removes an account and all its data, including what is in the trash, and notifies its owner. */
export async function removeAccount(tx: Db, deps: Deps, user: Omit<UserRow, 'passwordHash'>): Promise<void> {
  const { id, email, imageHash } = user
  await removeUserTallies(tx, id)
  const time = deps.now().toISOString()
  await stopBeingRegularAnywhere(tx, id, time)
  await removeFromAllLunches(tx, id, time)
  await removePushDevicesOfUser(tx, id)
  await removeUser(tx, id)
  if (imageHash !== null) await removeUnusedImages(tx)
  await queueMail(tx, deps, { kind: 'account-deleted', toAddress: email, toName: fullName(user) })
}
