import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { cut, hostileStrings } from './hostile-strings.ts'
import { fillWork, writerOf } from './hostile-work.ts'

/** The campus and department of all rows with hostile strings. */
export const hostilePlace = { campusCode: 'hostile0', department: cut(hostileStrings[0], 100) }

/**
 * Adds rows with each of the hostile strings in every column that holds text written by people. It bypasses the
 * checks of the API, so that tests of screens don't depend on them.
 */
export async function fillWithHostileStrings(
  db: Kysely<Database>,
  { now, passwordHash }: { now: Date; passwordHash: string },
): Promise<{ users: number[]; restaurants: number[]; lunches: number[] }> {
  const createdAt = now.toISOString()
  const soon = new Date(now.getTime() + 2 * 3_600_000).toISOString()
  const times = { createdAt, updatedAt: createdAt }
  const ids = { users: [] as number[], restaurants: [] as number[], lunches: [] as number[] }
  const { insert, idOf } = writerOf(db)
  for (const [index, hostile] of hostileStrings.entries()) {
    const text = (max: number) => cut(hostile, max)
    const department = text(100)
    const campusCode = `hostile${index}`
    const where = { latitude: 35.5 + index / 100, longitude: -82.5 }
    await insert('campuses', {
      code: campusCode,
      name: text(200),
      address: text(300),
      ...where,
      position: 100 + index,
    })
    await insert('departments', { name: department, position: 100 + index })
    const userId = await idOf('users', {
      firstName: text(100),
      lastName: text(100),
      username: text(300),
      email: `hostile${index}@example.org`,
      passwordHash,
      campusCode: hostilePlace.campusCode,
      department,
      role: 'super-user',
      imageHash: null,
      isVerified: true,
      canLogin: true,
      isPrimaryAdmin: false,
      createdAt,
    })
    ids.users.push(userId)
    await insert('passkeys', {
      userId,
      credentialId: `credential${index}`,
      publicKey: 'key',
      userHandle: `handle${index}`,
      counter: 0,
      name: text(100),
      createdAt,
      lastUsedAt: null,
    })
    await insert('issuerLinks', { issuer: text(2000), subject: text(255), userId, createdAt })

    const place = {
      name: text(300),
      address: text(500),
      campusCode: hostilePlace.campusCode,
      price: '$$$$' as const,
      hours: text(2000),
      cuisine: text(300),
      phone: text(100),
      websiteUrl: `https://example.org/${text(2000)}`,
      yelpUrl: `https://example.org/${text(2000)}`,
      yelpId: null,
      imageHash: null,
      distance: 1,
      travelTime: 5,
      ...where,
      ...times,
    }
    const restaurantId = await idOf('restaurants', {
      ...place,
      ratingCount: 1,
      ratingSum: 4,
      ratingSquares: 16,
    })
    ids.restaurants.push(restaurantId)
    // Real team names have only letters, so the form ignores this one.
    await insert('teamRatings', { restaurantId, name: text(100), value: 3 })
    await insert('ratings', { userId, restaurantId, value: 4, comment: text(1000), ...times })
    await insert('departmentTallies', { restaurantId, department, ratingCount: 1, ratingSum: 4 })
    await insert('favorites', { userId, restaurantId, createdAt })

    for (const [isDecided, isOurs] of [
      [false, false],
      [true, false],
      [false, true],
    ]) {
      const lunchId = await idOf('lunches', {
        campusCode: hostilePlace.campusCode,
        hostId: userId,
        leavesAt: soon,
        decidesAt: null,
        meetingPoint: text(300),
        note: text(1000),
        seats: 5,
        department: isOurs ? department : null,
        state: isDecided ? 'decided' : 'voting',
        decidedRestaurantId: isDecided ? restaurantId : null,
        decidedName: isDecided ? text(300) : null,
        decidedHow: isDecided ? 'only' : null,
        decidedTied: null,
        peopleCount: 1,
        version: 1,
        createdAt,
      })
      ids.lunches.push(lunchId)
      await insert('lunchPeople', { lunchId, userId, position: 0 })
      const option = { lunchId, restaurantId, name: text(300), addedBy: userId, position: 0 }
      await insert('lunchOptions', option)
    }
    const standingId = await idOf('standingLunches', {
      campusCode: hostilePlace.campusCode,
      hostId: userId,
      weekdays: '1',
      time: '12:00',
      decidesMinutesBefore: null,
      meetingPoint: text(300),
      note: text(1000),
      seats: null,
      department,
      endsOn: null,
      version: 1,
      createdAt,
    })
    await insert('standingRegulars', { standingId, userId, position: 1 })
    await insert('visits', {
      userId,
      restaurantId,
      date: createdAt.slice(0, 10),
      lunchId: null,
      dismissed: false,
      createdAt,
    })
    for (const state of ['open', 'done'] as const)
      await insert('suggestions', {
        kind: 'restaurant',
        userId,
        restaurantId: null,
        campusCode: hostilePlace.campusCode,
        name: text(300),
        address: text(500),
        text: text(1000),
        state,
        reply: state === 'done' ? text(1000) : null,
        answeredBy: state === 'done' ? userId : null,
        ...times,
      })
    await insert('systemAlerts', {
      title: text(200),
      message: text(2000),
      severity: 'info',
      isActive: true,
      showOnLogin: true,
      showCornerAlert: false,
      ...times,
    })
    const gone = await idOf('trash', {
      kind: 'restaurant',
      itemId: 1_000_000 + index,
      name: text(300),
      snapshot: JSON.stringify({ restaurant: { ...place, id: 1_000_000 + index }, teamRatings: [] }),
      imageHash: null,
      deletedBy: userId,
      deletedAt: createdAt,
    })
    await insert('trashedRatings', {
      trashId: gone,
      id: 1_000_000 + index,
      userId,
      restaurantId: 1_000_000 + index,
      value: 4,
      comment: text(1000),
      ...times,
    })
    await insert('auditLogs', {
      action: 'RESTAURANT_UPDATED',
      userId,
      details: JSON.stringify({ name: text(1000), [text(100)]: text(1000) }),
      ipAddress: text(100),
      userAgent: text(300),
      createdAt,
    })

    await fillWork(db, { text, index, campusCode, restaurantId, userId, createdAt, soon })
  }
  const message = hostileStrings.map(hostile => cut(hostile, 160)).join(' ')
  await db.deleteFrom('systemSettings').where('key', '=', 'registration_message').execute()
  await insert('systemSettings', {
    key: 'registration_message',
    value: message,
    description: message,
    updatedAt: createdAt,
  })
  return ids
}
