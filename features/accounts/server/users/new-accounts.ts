import type { Insertable } from 'kysely'
import { noCampus } from '#features/campuses/contract.ts'
import { noDepartment } from '#features/departments/contract.ts'
import { listDepartmentNames } from '#features/departments/server/departments-api.ts'
import { readAllowedDomains } from '#features/settings/server/settings-store.ts'
import { domainMessage, hasAllowedDomain } from '#kit/rules/addresses/email-domains.ts'
import { isUniqueViolation } from '#kit/server/database/drivers/dialect.ts'
import { find, insertOnce } from '#kit/server/database/rows.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalid } from '#kit/server/http/errors.ts'
import { forgetSignInFailures } from '../password/sign-in-throttle.ts'

/** Rejects an email outside the whitelisted domains, or outside the organization's domain if there is no whitelist. */
export async function requireAllowedEmail(
  db: Db,
  { config }: Pick<Deps, 'config'>,
  email: string,
  messageFor = domainMessage,
): Promise<void> {
  const domains = await readAllowedDomains(db, config.orgEmailDomain)
  if (!hasAllowedDomain(email, domains)) throw invalid('email', messageFor(domains))
}

export const emailTaken = () => conflict('An account with this email already exists', { code: 'email_taken' })

/** For what failed to save an account: its address may have been taken at the same moment. */
export function rejectTaken(error: unknown): never {
  throw isUniqueViolation(error) ? emailTaken() : error
}

/** Rejects an unknown campus or department. */
export async function requireCampusAndDepartment(
  db: Db,
  { campusCode, department }: { campusCode: string; department: string },
): Promise<void> {
  if (!(await find(db, 'campuses', { code: campusCode }))) throw invalid('campusCode', noCampus)
  const names = await listDepartmentNames(db)
  if (!names.includes(department)) throw invalid('department', noDepartment)
}

type NewAccount = Omit<Insertable<Database['users']>, 'username' | 'imageHash' | 'isPrimaryAdmin'>

/**
 * Inserts a user, or returns undefined if the email is taken. Without a username, one is made from the email, with a
 * number if it is already used.
 */
export async function insertWithFreeUsername(
  tx: Db,
  account: NewAccount,
  username?: string,
): Promise<Row<'users'> | undefined> {
  const user = { ...account, imageHash: null, isPrimaryAdmin: false }
  const base = username ?? user.email.slice(0, user.email.lastIndexOf('@'))
  for (let number = 1; ; number += 1) {
    const named = { ...user, username: number === 1 ? base : `${base}${number}` }
    const row = await insertOnce(tx, 'users', named)
    if (row) await forgetSignInFailures(tx, row.email)
    if (row || (await find(tx, 'users', { email: user.email }))) return row
    if (username !== undefined) throw conflict('This username is already taken')
  }
}
