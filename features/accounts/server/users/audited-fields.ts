import type { Row } from '#kit/server/database/schema.ts'

/** The fields of an account that the audit log records. */
export function auditedFields({
  username,
  email,
  firstName,
  lastName,
  campusCode,
  department,
  role,
  canLogin,
  isVerified,
}: Row<'users'>) {
  return { username, email, firstName, lastName, campusCode, department, role, canLogin, isVerified }
}
