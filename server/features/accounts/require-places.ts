import { noCampus, noDepartment } from '#contract/fields.ts'
import type { Db } from '#server/database/schema.ts'
import { findCampusByCode } from '#server/features/campuses/campuses-store.ts'
import { listDepartmentNames } from '#server/features/departments/departments-store.ts'
import { invalid } from '#server/http/errors.ts'

/** Refuses a campus or a department that there isn't. */
export async function requirePlaces(
  db: Db,
  { campusCode, department }: { campusCode: string; department: string },
): Promise<void> {
  if (!(await findCampusByCode(db, campusCode))) throw invalid('campusCode', noCampus)
  const names = await listDepartmentNames(db)
  if (!names.includes(department)) throw invalid('department', noDepartment)
}
