import type { UserRow } from '#server/database/schema.ts'

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
}: UserRow) {
  return { username, email, firstName, lastName, campusCode, department, role, canLogin, isVerified }
}
