import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Insertable } from 'kysely'
import { hashPassword } from '#features/accounts/server/password/passwords.ts'
import { readPushKeys } from '#features/push/server/push-keys.ts'
import { placedAt, unplaced } from '#features/restaurants/server/position/position-of.ts'
import type { Point } from '#kit/rules/distance.ts'
import { find, insert, insertAll } from '#kit/server/database/rows.ts'
import type { Database } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { campuses, departments } from './first-data.ts'

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
    const named = departments.map((name, position) => ({ name, position }))
    await insertAll(tx, 'departments', named)
    await insert(tx, 'users', {
      firstName: 'Primary',
      lastName: 'Admin',
      username: config.primaryAdmin.email.split('@')[0] ?? 'admin',
      email: config.primaryAdmin.email,
      passwordHash,
      campusCode: campuses[0].code,
      department: departments[0],
      role: 'super-user',
      isVerified: true,
      canLogin: true,
      isPrimaryAdmin: true,
      createdAt: now().toISOString(),
    })
    await insertAll(tx, 'restaurants', starters)
    return true
  })
  return { generatedPassword: created && config.primaryAdmin.password === null ? password : null }
}

type NewRestaurant = Insertable<Database['restaurants']>

const file = new URL('./starter-restaurants.csv', import.meta.url)

/** The real restaurants that a new installation starts with; for their sources see CREDITS.md. */
export async function readStarterRestaurants(createdAt: string): Promise<NewRestaurant[]> {
  const rows = parse<Record<string, string>>(await readFile(file), { columns: true })
  return rows.map(row => toRestaurant(row, createdAt))
}

function toRestaurant(values: Record<string, string>, createdAt: string): NewRestaurant {
  const { name = '', address = '', campusCode = '' } = values
  const point = pointIn(values)
  const campus = campuses.find(({ code }) => code === campusCode)
  return {
    name,
    address,
    campusCode,
    cuisine: values.cuisine || null,
    phone: formatPhone(values.phone ?? '') || null,
    websiteUrl: values.website || null,
    ...(campus && point ? placedAt(campus, point) : unplaced),
    createdAt,
    updatedAt: createdAt,
  }
}

function pointIn({ latitude, longitude }: Record<string, string>): Point | null {
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null
}

// The source lists write phone numbers as ten digits.
const formatPhone = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
