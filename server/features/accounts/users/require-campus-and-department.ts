import { noCampus, noDepartment } from '#contract/fields.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { listDepartmentNames } from '#server/data/departments-store.ts'
import type { Db } from '#server/database/schema.ts'
import { invalid } from '#server/http/errors.ts'

/** Rejects an unknown campus or department. */
export async function requireCampusAndDepartment(
  db: Db,
  { campusCode, department }: { campusCode: string; department: string },
): Promise<void> {
  if (!(await findCampusByCode(db, campusCode))) throw invalid('campusCode', noCampus)
  const names = await listDepartmentNames(db)
  if (!names.includes(department)) throw invalid('department', noDepartment)
}
