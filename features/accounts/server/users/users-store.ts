import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

export async function findUserByEmail(db: Db, email: string): Promise<Row<'users'> | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Whether the database was ever filled: an installation always has its primary admin. */
export async function hasPrimaryAdmin(db: Db): Promise<boolean> {
  return (await find(db, 'users', { isPrimaryAdmin: true })) !== undefined
}

export async function listUserRows(db: Db): Promise<Row<'users'>[]> {
  return db.selectFrom('users').selectAll().orderBy('id').execute()
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
