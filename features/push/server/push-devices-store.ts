import type { Insertable, Selectable } from 'kysely'
import { countRows } from '#kit/server/database/count-rows.ts'
import type { Database, Db } from '#kit/server/database/schema.ts'
import { defaultPushKinds, type PushKind, pushKinds } from '../contract.ts'

/** The delivery channel of notifications; their destination is a lunch on a device. */
export const pushChannel = 'push'

export type PushDeviceRow = Selectable<Database['pushDevices']>

/** A user's devices, oldest first. */
export async function listPushDevices(db: Db, userId: number): Promise<PushDeviceRow[]> {
  return db.selectFrom('pushDevices').selectAll().where('userId', '=', userId).orderBy('id').execute()
}

export const countPushDevices = (db: Db): Promise<number> => countRows(db.selectFrom('pushDevices'))

export async function findPushDevice(db: Db, endpointHash: string): Promise<PushDeviceRow | undefined> {
  return db.selectFrom('pushDevices').selectAll().where('endpointHash', '=', endpointHash).executeTakeFirst()
}

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

/** Adds a device, or updates it if the same user has it already; undefined if someone else does. */
export async function savePushDevice(
  tx: Db,
  { createdAt, ...device }: Insertable<Database['pushDevices']>,
): Promise<PushDeviceRow | undefined> {
  return tx
    .insertInto('pushDevices')
    .values({ ...device, createdAt })
    .onConflict(conflict =>
      conflict.column('endpointHash').doUpdateSet(device).where('pushDevices.userId', '=', device.userId),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Returns whether there was such a device. */
export async function removePushDevice(
  db: Db,
  { id, userId }: { id: number; userId?: number },
): Promise<boolean> {
  let query = db.deleteFrom('pushDevices').where('id', '=', id)
  if (userId !== undefined) query = query.where('userId', '=', userId)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
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

export async function removePushDevicesOfSession(db: Db, sessionHash: string): Promise<void> {
  await db.deleteFrom('pushDevices').where('sessionHash', '=', sessionHash).execute()
}

/** A browser that signs in again keeps its notifications, unless someone else signs in. */
export async function movePushDevices(
  tx: Db,
  { from, to, userId }: { from: string; to: string; userId: number },
): Promise<void> {
  await tx.deleteFrom('pushDevices').where('sessionHash', '=', from).where('userId', '!=', userId).execute()
  await tx.updateTable('pushDevices').set({ sessionHash: to }).where('sessionHash', '=', from).execute()
}

export async function readPushChoices(db: Db, userId: number): Promise<PushKind[]> {
  const row = await db
    .selectFrom('pushChoices')
    .select('kinds')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return kindsOf(row?.kinds ?? null)
}

/** The kinds that are on; `chosen` is null until a user has chosen. */
export const kindsOf = (chosen: string | null): PushKind[] =>
  chosen === null ? [...defaultPushKinds] : pushKinds.filter(kind => chosen.split(',').includes(kind))

export async function savePushChoices(db: Db, userId: number, kinds: readonly PushKind[]): Promise<void> {
  const choice = { kinds: kinds.join(',') }
  await db
    .insertInto('pushChoices')
    .values({ userId, ...choice })
    .onConflict(conflict => conflict.column('userId').doUpdateSet(choice))
    .execute()
}

/**
 * Call it after a restore has replaced all users and lunches. Devices stay with their users, who may have other ids
 * now; queued messages may refer to lunches whose ids now belong to other ones.
 */
export async function keepPushDevices(tx: Db, idOf: (userId: number) => number | null): Promise<void> {
  for (const { id, userId } of await tx.selectFrom('pushDevices').select(['id', 'userId']).execute()) {
    const owner = idOf(userId)
    if (owner === null) await removePushDevice(tx, { id })
    else if (owner !== userId)
      await tx.updateTable('pushDevices').set({ userId: owner }).where('id', '=', id).execute()
  }
}
