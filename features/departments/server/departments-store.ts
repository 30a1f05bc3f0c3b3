import { countRows } from '#kit/server/database/count-rows.ts'
import { locked, lockedForRemoval } from '#kit/server/database/locks.ts'
import type { Db } from '#kit/server/database/schema.ts'

export async function listDepartmentNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('departments').select('name').orderBy('position').orderBy('id').execute()
  return rows.map(row => row.name)
}

export function listCountedDepartments(db: Db): Promise<{ id: number; name: string; userCount: number }[]> {
  return db
    .selectFrom('departments')
    .leftJoin('users', 'users.department', 'departments.name')
    .select(eb => ['departments.id', 'departments.name', eb.fn.count<number>('users.id').as('userCount')])
    .groupBy(['departments.id', 'departments.name', 'departments.position'])
    .orderBy('departments.position')
    .orderBy('departments.id')
    .execute()
}

/** Locks all departments until the transaction ends, so that saving the list and joining a department wait. */
export async function lockDepartments(tx: Db): Promise<void> {
  await tx.selectFrom('departments').select('id').orderBy('id').$call(lockedForRemoval(tx)).execute()
}

/** Locks the users of a department. Call it before locking the departments, because rating locks a user first. */
export async function lockMembers(tx: Db, department: string): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('department', '=', department)
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

export async function countMembers(db: Db, department: string): Promise<number> {
  return countRows(db.selectFrom('users').where('department', '=', department))
}

export async function removeDepartment(tx: Db, name: string): Promise<void> {
  await tx.deleteFrom('departments').where('name', '=', name).execute()
}

/** Foreign keys pass the new name on to its users and tallies. */
export async function renameDepartment(tx: Db, from: string, to: string): Promise<void> {
  await tx.updateTable('departments').set({ name: to }).where('name', '=', from).execute()
}

/** Adds the new names and puts all of them in this order. */
export async function orderDepartments(tx: Db, names: string[]): Promise<void> {
  if (names.length === 0) return
  await tx
    .insertInto('departments')
    .values(names.map((name, position) => ({ name, position })))
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet(eb => ({ position: eb.ref('excluded.position') })),
    )
    .execute()
}
