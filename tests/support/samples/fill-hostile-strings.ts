import type { Kysely } from 'kysely'
import type { Database } from '#kit/server/database/schema.ts'
import { rowsOf } from '#tests/support/databases/rows.ts'
import { cut, hostileStrings } from './hostile-strings.ts'

/** The campus and department of all rows with hostile strings. */
export const hostilePlace = { campusCode: 'hostile0', department: cut(hostileStrings[0], 100) }
const { campusCode } = hostilePlace

/**
 * Adds rows with each of the hostile strings in every column that holds text written by people. It bypasses the
 * checks of the API, so that tests of screens don't depend on them.
 */
export async function fillWithHostileStrings(
  db: Kysely<Database>,
  { now, passwordHash }: { now: Date; passwordHash: string },
): Promise<{ users: number[]; restaurants: number[]; lunches: number[] }> {
  const createdAt = now.toISOString()
  const date = createdAt.slice(0, 10)
  const soon = new Date(now.getTime() + 2 * 3_600_000).toISOString()
  const ids = { users: [] as number[], restaurants: [] as number[], lunches: [] as number[] }
  for (const [index, hostile] of hostileStrings.entries()) {
    const { rowOf, insert, idOf } = rowsOf({ db, now: () => now }, hostile)
    const text = (max: number) => cut(hostile, max)
    const where = { latitude: 35.5 + index / 100, longitude: -82.5 }
    const code = `hostile${index}`
    await insert('campuses', { code, ...where, position: 100 + index })
    await insert('departments', { position: 100 + index })
    const email = `${code}@example.org`
    const account = { role: 'super-user', isVerified: true, canLogin: true } as const
    const userId = await idOf('users', { email, passwordHash, campusCode, ...account })
    ids.users.push(userId)
    await insert('passkeys', { userId })
    await insert('issuerLinks', { userId })
    await insert('accessTokens', { userId, expiresAt: soon })
    const host = 'fcm.googleapis.com'
    await insert('pushDevices', { userId, endpoint: `https://${host}/fcm/send/sample`, host })

    const place = rowOf('restaurants', { campusCode, price: '$$$$', distance: 1, travelTime: 5, ...where })
    const restaurantId = await idOf('restaurants', place)
    ids.restaurants.push(restaurantId)
    // Real team names have only letters, so the form ignores this one.
    await insert('teamRatings', { restaurantId, value: 3 })
    await insert('ratings', { userId, restaurantId, value: 4 })
    await insert('favorites', { userId, restaurantId })
    await insert('visits', { userId, restaurantId, date })
    await insert('websiteChecks', { restaurantId, url: place.websiteUrl ?? '', outcome: 'gone' })

    const made: number[] = []
    for (const fields of [
      { department: null, decidedName: null },
      { department: null, state: 'decided', decidedRestaurantId: restaurantId, decidedHow: 'only' },
      { decidedName: null },
    ] as const) {
      const lunch = { campusCode, hostId: userId, leavesAt: soon, seats: 5, peopleCount: 1 }
      const lunchId = await idOf('lunches', { ...lunch, state: 'voting', ...fields })
      made.push(lunchId)
      await insert('lunchPeople', { lunchId, userId })
      await insert('lunchOptions', { lunchId, restaurantId, addedBy: userId })
    }
    ids.lunches.push(...made)
    const repeats = { campusCode, hostId: userId, weekdays: '1', time: '12:00' }
    const standingId = await idOf('standingLunches', repeats)
    await insert('standingRegulars', { standingId, userId })
    // The first string's repeats for its department, so that there is a vote that doesn't repeat, too.
    const lunchId = made[index === 0 ? 2 : 0] ?? null
    await insert('standingDays', { standingId, date, lunchId, keeps: 'note' })

    const wish = { kind: 'restaurant', userId, campusCode } as const
    await insert('suggestions', { ...wish, state: 'open', reply: null })
    await insert('suggestions', { ...wish, state: 'done', answeredBy: userId })
    await insert('systemAlerts', { severity: 'info', isActive: true, showOnLogin: true })
    const itemId = 1_000_000 + index
    const snapshot = JSON.stringify({ restaurant: { ...place, id: itemId }, teamRatings: [] })
    const trashId = await idOf('trash', { kind: 'restaurant', itemId, snapshot, deletedBy: userId })
    await insert('trashedRatings', { trashId, id: itemId, userId, restaurantId: itemId, value: 4 })
    const details = JSON.stringify({ name: text(1000), [text(100)]: text(1000) })
    await insert('auditLogs', { action: 'RESTAURANT_UPDATED', userId, details })

    // What the server itself keeps, and shows on screens.
    const payload = JSON.stringify({ toName: text(200), messageId: `<${email}>` })
    const mail = { channel: 'mail', kind: 'password-changed', destination: email, payload }
    await insert('deliveries', { ...mail, attempts: 3, nextAttemptAt: soon })
    const url = 'https://hooks.slack.com/services/T0/B0/sample'
    await insert('campusWebhooks', { campusCode: code, url, lastFailedAt: createdAt })
    await insert('geocodes', { campusCode: code })
    const run = { campusCode: code, startedBy: userId, finishedAt: createdAt }
    const runId = await idOf('distanceRuns', { ...run, remaining: '[]' })
    const failure = { runId, restaurantId, name: text(300), address: text(500), message: text(300) }
    await insert('distanceFailures', failure)
    const errors = [{ row: 2, message: `Row 2: ${text(300)}` }]
    const result = JSON.stringify({ imported: 0, skipped: 0, changed: 0, errors })
    const imported = { ...run, source: 'csv', input: '{}' } as const
    await insert('importRuns', { ...imported, state: 'done', result, problem: null })
    await insert('importRuns', { ...imported, state: 'failed', result: null })
    const undone = { ...imported, undoneBy: userId, undoneAt: createdAt }
    await insert('importRuns', { ...undone, state: 'undone', result, problem: null })
    for (const table of ['backupRuns', 'restoreRuns'] as const) await insert(table, { finishedAt: createdAt })
  }
  const message = hostileStrings.map(hostile => cut(hostile, 160)).join(' ')
  const setting = { key: 'registration_message', value: message, description: message, updatedAt: createdAt }
  await db.deleteFrom('systemSettings').where('key', '=', setting.key).execute()
  await db.insertInto('systemSettings').values(setting).execute()
  return ids
}
