import type { Insertable, Updateable } from 'kysely'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'

/** The new row, or undefined when the email (or username) is taken. */
export async function insertUser(
  db: Db,
  user: Insertable<Database['users']>,
): Promise<Row<'users'> | undefined> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findUser(db: Db, id: number): Promise<Row<'users'> | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listUsersByIds(db: Db, ids: number[]): Promise<Row<'users'>[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(indexedIn(db, 'id', ids))
    .execute()
}

export async function findUserByEmail(db: Db, email: string): Promise<Row<'users'> | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function findPrimaryAdmin(db: Db): Promise<Row<'users'> | undefined> {
  return db.selectFrom('users').selectAll().where('isPrimaryAdmin', '=', true).executeTakeFirst()
}

/** Whether the database was ever filled: an installation always has its primary admin. */
export async function hasPrimaryAdmin(db: Db): Promise<boolean> {
  return (await findPrimaryAdmin(db)) !== undefined
}

export async function listUserRows(db: Db): Promise<Row<'users'>[]> {
  return db.selectFrom('users').selectAll().orderBy('id').execute()
}

/**
 * Locks these accounts and all super-users until the transaction ends, so that rights don't change in the
 * meantime and two simultaneous changes can't remove the last super-user.
 */
export async function lockAccounts(tx: Db, ids: number[]): Promise<Row<'users'>[]> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where(eb =>
      eb.or([indexedIn(tx, 'id', ids), eb('role', '=', 'super-user'), eb('isPrimaryAdmin', '=', true)]),
    )
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

/** Locks an account until the transaction ends. */
export async function lockUser(tx: Db, id: number): Promise<Row<'users'> | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).$call(locked(tx)).executeTakeFirst()
}

/** Locks accounts, in the order of their ids, until the transaction ends. */
export async function lockUsers(tx: Db, ids: number[]): Promise<Row<'users'>[]> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where(indexedIn(tx, 'id', ids))
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

/** Replaces the password hash of a user if it is still `from`; false if it was changed in the meantime. */
export async function replacePasswordHash(
  db: Db,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set({ passwordHash: to })
    .where('id', '=', id)
    .where('passwordHash', '=', from)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Updates a user and returns the new row; undefined if there is no such user. */
export async function updateUser(
  db: Db,
  id: number,
  changes: Updateable<Database['users']>,
): Promise<Row<'users'> | undefined> {
  return db.updateTable('users').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Removes a user with their ratings, favorites, sessions and mailed links. The caller must adjust the tallies. */
export async function removeUser(db: Db, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}
