import { randomBytes } from 'node:crypto'
import { hashPassword } from '#features/accounts/server/password/passwords.ts'
import { readPushKeys } from '#features/push/server/push-keys.ts'
import { insertRestaurants } from '#features/restaurants/server/restaurants-store.ts'
import { find, insert } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { campuses, departments } from './first-data.ts'
import { readStarterRestaurants } from './starter-restaurants.ts'

/**
 * Fills an empty database with campuses, departments, the primary admin and, unless configured otherwise, the starter
 * restaurants. Does nothing if that was done before.
 */
export async function prepareInstallation(
  deps: Pick<Deps, 'config' | 'db' | 'now'> & { log: Pick<Deps['log'], 'warn'> },
): Promise<{ generatedPassword: string | null }> {
  const { config, db, now } = deps
  if (config.push.isOn) await readPushKeys(deps)
  if (await find(db, 'users', { isPrimaryAdmin: true })) {
    if (!(await find(db, 'users', { email: config.primaryAdmin.email })))
      deps.log.warn(
        'PRIMARY_ADMIN_EMAIL: no account has this address, but people are told to ask it for help. After the first start ' +
          'it changes no account: set it to the primary admin’s address, or change that in their profile.',
      )
    return { generatedPassword: null }
  }
  const password = config.primaryAdmin.password ?? randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const starters = config.starterData ? await readStarterRestaurants(now().toISOString()) : []
  const created = await db.transaction().execute(async tx => {
    // Of several processes that start together, the first to insert these rows fills the database.
    const rows = campuses.map((campus, position) => ({ ...campus, position }))
    const first = await tx
      .insertInto('campuses')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .execute()
    if (first.length === 0) return false
    await tx
      .insertInto('departments')
      .values(departments.map((name, position) => ({ name, position })))
      .execute()
    await insert(tx, 'users', {
      firstName: 'Primary',
      lastName: 'Admin',
      username: config.primaryAdmin.email.split('@')[0] ?? 'admin',
      email: config.primaryAdmin.email,
      passwordHash,
      campusCode: campuses[0].code,
      department: departments[0],
      role: 'super-user',
      imageHash: null,
      isVerified: true,
      canLogin: true,
      isPrimaryAdmin: true,
      createdAt: now().toISOString(),
    })
    await insertRestaurants(tx, starters)
    return true
  })
  return { generatedPassword: created && config.primaryAdmin.password === null ? password : null }
}
