import type { Insertable, Updateable } from 'kysely'
import { locked } from '#server/database/locks.ts'
import type { AlertRow, Database, Db } from '#server/database/schema.ts'

type AlertTable = Database['systemAlerts']

/** Latest first. */
export async function listAlertRows(db: Db): Promise<AlertRow[]> {
  return db.selectFrom('systemAlerts').selectAll().orderBy('id', 'desc').execute()
}

/** Latest first. */
export async function listActiveAlertRows(db: Db): Promise<AlertRow[]> {
  return db
    .selectFrom('systemAlerts')
    .selectAll()
    .where('isActive', '=', true)
    .orderBy('id', 'desc')
    .execute()
}

export async function lockAlert(tx: Db, id: number): Promise<AlertRow | undefined> {
  return tx.selectFrom('systemAlerts').selectAll().where('id', '=', id).$call(locked(tx)).executeTakeFirst()
}

export async function insertAlert(db: Db, alert: Insertable<AlertTable>): Promise<AlertRow> {
  return db.insertInto('systemAlerts').values(alert).returningAll().executeTakeFirstOrThrow()
}

export async function changeAlert(db: Db, id: number, changes: Updateable<AlertTable>): Promise<AlertRow> {
  return db
    .updateTable('systemAlerts')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeAlert(db: Db, id: number): Promise<void> {
  await db.deleteFrom('systemAlerts').where('id', '=', id).execute()
}
