import type { UserRow } from '#server/database/schema.ts'

/** What the audit log keeps of an account. */
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
