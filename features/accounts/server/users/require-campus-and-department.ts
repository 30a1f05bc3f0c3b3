import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import { listDepartmentNames } from '#features/departments/server/departments-api.ts'
import { noCampus, noDepartment } from '#kit/contract/fields.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { invalid } from '#kit/server/http/errors.ts'

/** Rejects an unknown campus or department. */
export async function requireCampusAndDepartment(
  db: Db,
  { campusCode, department }: { campusCode: string; department: string },
): Promise<void> {
  if (!(await findCampusByCode(db, campusCode))) throw invalid('campusCode', noCampus)
  const names = await listDepartmentNames(db)
  if (!names.includes(department)) throw invalid('department', noDepartment)
}
