import { change, remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { defaultPushKinds, type PushKind, pushKinds } from '../contract.ts'

/** The delivery channel of notifications; their destination is a lunch on a device. */
export const pushChannel = 'push'

/** A device with its user, whose choices are read by `kindsOf`; undefined if that account is disabled. */
export async function findRecipient(tx: Db, deviceId: number) {
  return tx
    .selectFrom('pushDevices')
    .innerJoin('users', 'users.id', 'pushDevices.userId')
    .leftJoin('pushChoices', 'pushChoices.userId', 'users.id')
    .select(['pushDevices.id', 'endpoint', 'p256dh', 'auth', 'pushDevices.userId', 'kinds'])
    .select(['isVerified', 'isPrimaryAdmin', 'campusCode', 'department', 'role'])
    .where('pushDevices.id', '=', deviceId)
    .where(eb => eb.or([eb('canLogin', '=', true), eb('isPrimaryAdmin', '=', true)]))
    .executeTakeFirst()
}

/** Removes all devices of a user, except those last used in the session `except`. */
export async function removePushDevicesOfUser(
  db: Db,
  userId: number,
  except: string | null = null,
): Promise<void> {
  let query = db.deleteFrom('pushDevices').where('userId', '=', userId)
  if (except !== null)
    query = query.where(eb => eb.or([eb('sessionHash', 'is', null), eb('sessionHash', '!=', except)]))
  await query.execute()
}

/** A browser that signs in again keeps its notifications, unless someone else signs in. */
export async function movePushDevices(
  tx: Db,
  { from, to, userId }: { from: string; to: string; userId: number },
): Promise<void> {
  await tx.deleteFrom('pushDevices').where('sessionHash', '=', from).where('userId', '!=', userId).execute()
  await change(tx, 'pushDevices', { sessionHash: from }, { sessionHash: to })
}

/** The kinds that are on; `chosen` is null until a user has chosen. */
export const kindsOf = (chosen: string | null = null): PushKind[] =>
  chosen === null ? [...defaultPushKinds] : pushKinds.filter(kind => chosen.split(',').includes(kind))

/**
 * Call it after a restore has replaced all users and lunches. Devices stay with their users, who may have other ids
 * now; queued messages may refer to lunches whose ids now belong to other ones.
 */
export async function keepPushDevices(tx: Db, idOf: (userId: number) => number | null): Promise<void> {
  for (const { id, userId } of await tx.selectFrom('pushDevices').select(['id', 'userId']).execute()) {
    const owner = idOf(userId)
    if (owner === null) await remove(tx, 'pushDevices', { id })
    else if (owner !== userId) await change(tx, 'pushDevices', { id }, { userId: owner })
  }
}
