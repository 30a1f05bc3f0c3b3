import type { Insertable } from 'kysely'
import { lockSettingsForReading, readRegistrationEnabled } from '#features/settings/server/settings-store.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden } from '#kit/server/http/errors.ts'
import { countAttempt, countOrRefuse, refuseIfExceeded } from '#kit/server/http/limits/request-limits.ts'
import { type Registration, registrationDisabled } from '../../contract.ts'
import { noPasswords } from '../../oidc-contract.ts'
import { hashPassword } from '../password/passwords.ts'
import { forgetSignInFailures } from '../password/sign-in-throttle.ts'
import { queueLinkMail } from '../tokens/mail-links.ts'
import { requireCampusAndDepartment } from '../users/require-campus-and-department.ts'
import { findUserByEmail, insertUser } from '../users/users-store.ts'
import { emailTaken, requireAllowedEmail } from './require-allowed-email.ts'

/** Creates an unverified account and mails its verification link. Starts no session. */
export async function registerUser(deps: Deps, form: Registration, ip: string): Promise<Row<'users'>> {
  const { db } = deps
  if (!deps.config.passwordSignIn) throw forbidden(noPasswords, 'passwords_off')
  await requireOpenRegistration(db)
  await requireAllowedEmail(db, deps, form.email)
  await requireCampusAndDepartment(db, form)
  // Before hashing, because only a limited number of passwords can be hashed at the same time.
  await refuseIfExceeded(deps, 'taken addresses', ip)
  await refuseIfExceeded(deps, 'mails of', ip)
  const passwordHash = await hashPassword(form.password)
  if (await findUserByEmail(db, form.email)) return rejectTaken(deps, ip)
  await countOrRefuse(deps, 'mails of', ip)

  const user = await db.transaction().execute(async tx => {
    // Locked, so that no account is created once registration is closed.
    await lockSettingsForReading(tx)
    await requireOpenRegistration(tx)
    const row = await insertWithFreeUsername(tx, newUser(deps, form, passwordHash), form.username)
    if (row) await queueLinkMail(tx, deps, { kind: 'verification', email: row.email })
    return row
  })
  if (!user) return rejectTaken(deps, ip)
  return user
}

async function requireOpenRegistration(db: Db): Promise<void> {
  if (await readRegistrationEnabled(db)) return
  throw forbidden(registrationDisabled, 'registration_disabled')
}

async function rejectTaken(deps: Deps, ip: string): Promise<never> {
  await countAttempt(deps, 'taken addresses', ip)
  throw emailTaken()
}

function newUser({ now }: Deps, form: Registration, passwordHash: string): NewAccount {
  const { firstName, lastName, email, campusCode, department } = form
  return {
    firstName,
    lastName,
    email,
    passwordHash,
    campusCode,
    department,
    role: 'user',
    isVerified: false,
    canLogin: true,
    createdAt: now().toISOString(),
  }
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
    const row = await insertUser(tx, { ...user, username: number === 1 ? base : `${base}${number}` })
    if (row) await forgetSignInFailures(tx, row.email)
    if (row || (await findUserByEmail(tx, user.email))) return row
    if (username !== undefined) throw conflict('This username is already taken')
  }
}
