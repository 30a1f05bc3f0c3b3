import type { Insertable, Selectable } from 'kysely'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import { findUser } from '../users/users-store.ts'

type Challenge = Selectable<Database['passkeyChallenges']>

/** A user's passkeys, oldest first. */
export async function listPasskeysOf(db: Db, userId: number): Promise<Row<'passkeys'>[]> {
  return db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute()
}

export async function insertPasskey(
  db: Db,
  passkey: Insertable<Database['passkeys']>,
): Promise<Row<'passkeys'>> {
  return db.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow()
}

/** Finds a passkey with its owner by the authenticator's id for it. */
export async function findPasskey(
  db: Db,
  credentialId: string,
): Promise<{ passkey: Row<'passkeys'>; owner: Row<'users'> } | undefined> {
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
  const owner = passkey && (await findUser(db, passkey.userId))
  return owner && { passkey, owner }
}

/** Records a use; false if the passkey was removed or used with an equal or higher counter in the meantime. */
export async function recordPasskeyUse(
  db: Db,
  id: number,
  { counter, time }: { counter: number; time: string },
): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: time })
    .where('id', '=', id)
    .where(eb => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Returns the renamed passkey; undefined if the user has no such passkey. */
export async function renamePasskeyRow(
  db: Db,
  { id, userId, name }: { id: number; userId: number; name: string },
): Promise<Row<'passkeys'> | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the removed passkey; undefined if the user has no such passkey. */
export async function removePasskeyRow(
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<Row<'passkeys'> | undefined> {
  return db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/** Removes all passkeys of a user, including any that are just being added. */
export async function removePasskeysOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkeyChallenges').where('userId', '=', userId).execute()
  await db.deleteFrom('passkeys').where('userId', '=', userId).execute()
}

export async function insertChallenge(db: Db, challenge: Challenge): Promise<void> {
  await db.insertInto('passkeyChallenges').values(challenge).execute()
}

/** Consumes a challenge, so that it can't be used again; undefined if it was not issued to `userId`. */
export async function consumeChallengeRow(
  db: Db,
  { challenge, userId }: { challenge: string; userId: number | null },
): Promise<Challenge | undefined> {
  return db
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', challenge)
    .where('userId', userId === null ? 'is' : '=', userId)
    .returningAll()
    .executeTakeFirst()
}
