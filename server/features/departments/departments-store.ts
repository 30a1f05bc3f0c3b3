import type { Db } from '#server/database/schema.ts'

export async function listDepartmentNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('departments').select('name').orderBy('position').orderBy('id').execute()
  return rows.map(row => row.name)
}
