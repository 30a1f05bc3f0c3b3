import type { FastifyInstance } from 'fastify'
import { withRestaurants } from '#features/restaurants/server/present-restaurant.ts'
import { requireRestaurant, restaurantNotFound } from '#features/restaurants/server/restaurants-store.ts'
import { minPeople } from '#kit/rules/min-people.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { find, insertOnce, list, remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid, notFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { serveCachedForViewer } from '#kit/server/http/serve-cached.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import {
  addVisit,
  dismissVisit,
  getRestaurantVisits,
  getVerdict,
  hideRestaurant,
  listHidden,
  listVisits,
  listVisitsToRate,
  removeVisit,
  showRestaurant,
} from '../contract.ts'
import { enterLunchVisits } from './enter-visits.ts'
import { readRecentVisits } from './present-visits.ts'
import { readTableAverages, readVerdict } from './verdicts.ts'

/** How many days back visits may be entered, and are counted. */
const daysBack = 30

export function visitsApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, config } = deps
  const today = () => localDate(now(), config.timeZone)

  serve(app, listVisits, async ({ viewer }) => {
    await enterLunchVisits(deps)
    const rows = await list(db, 'visits', { userId: viewer.id }, { order: ['-date', '-id'] })
    const averages = await readTableAverages(db, viewer.id)
    return (await withRestaurants(db, rows)).map(visit => {
      const tableAverage = averages.get(visit.id)
      return { ...visit, ...(tableAverage !== undefined && { tableAverage }) }
    })
  })

  serve(app, listVisitsToRate, async ({ viewer }) => {
    await enterLunchVisits(deps)
    const who = { userId: viewer.id, today: today(), timeZone: config.timeZone }
    return (await readRecentVisits(db, who)).toRate
  })

  serve(app, addVisit, async ({ body: { restaurantId, date = today() }, viewer }) => {
    await requireRestaurant(db, restaurantId)
    if (date > today()) throw invalid('date', 'A visit can’t be in the future')
    if (date < addDays(today(), -daysBack))
      throw invalid('date', 'A visit can be entered up to 30 days later')
    const visit = { userId: viewer.id, restaurantId, date }
    const byHand = { lunchId: null, dismissed: false, createdAt: now().toISOString() }
    const added = await insertOnce(db, 'visits', { ...visit, ...byHand })
    const [body] = await withRestaurants(db, added ? [added] : await list(db, 'visits', visit))
    if (!body) throw restaurantNotFound()
    return { status: added ? 201 : 200, body } as const
  })

  serve(app, removeVisit, async ({ params: { id }, viewer }) => {
    const removed = await remove(db, 'visits', { id, userId: viewer.id })
    if (removed.length === 0) throw visitNotFound()
  })

  /** With it, all earlier ones to the same place. */
  serve(app, dismissVisit, async ({ params: { id }, viewer }) => {
    const visit = await find(db, 'visits', { id, userId: viewer.id })
    if (!visit) throw visitNotFound()
    await db
      .updateTable('visits')
      .set({ dismissed: true })
      .where('userId', '=', viewer.id)
      .where('restaurantId', '=', visit.restaurantId)
      .where('date', '<=', visit.date)
      .execute()
  })

  serve(app, getVerdict, async ({ params: { id }, viewer }) => {
    const visit = await find(db, 'visits', { id, userId: viewer.id })
    if (!visit) throw visitNotFound()
    return readVerdict(db, visit, await requireRestaurant(db, visit.restaurantId))
  })

  serve(app, getRestaurantVisits, async ({ params: { id: restaurantId }, viewer }) => {
    await requireRestaurant(db, restaurantId)
    await enterLunchVisits(deps)
    const own = await list(db, 'visits', { userId: viewer.id, restaurantId }, { order: ['-date', '-id'] })
    const from = addDays(today(), -daysBack)
    const others = await countOtherVisitors(db, { restaurantId, userId: viewer.id, from })
    const wasThere = own.some(({ date }) => date >= from)
    return {
      lastOwn: own[0]?.date ?? null,
      ownCount: own.length,
      lastOfCampus: await findLastDayOfCampus(db, viewer, restaurantId),
      peopleLast30Days: others >= minPeople ? others + Number(wasThere) : null,
    }
  })

  serveCachedForViewer(app, deps, listHidden, async ({ db, viewer }) => listHiddenIds(db, viewer.id))

  serve(app, hideRestaurant, async ({ params: { restaurantId }, viewer }) => {
    await requireRestaurant(db, restaurantId)
    await insertOnce(db, 'hiddenRestaurants', { userId: viewer.id, restaurantId })
  })

  serve(app, showRestaurant, async ({ params: { restaurantId }, viewer }) => {
    await remove(db, 'hiddenRestaurants', { userId: viewer.id, restaurantId })
  })
}

const visitNotFound = () => notFound('Visit not found')

/** How many people other than this user visited a restaurant since a day. */
async function countOtherVisitors(
  db: Db,
  { restaurantId, userId, from }: { restaurantId: number; userId: number; from: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('visits')
    .select(eb => eb.fn.count<number>('userId').distinct().as('count'))
    .where('restaurantId', '=', restaurantId)
    .where('date', '>=', from)
    .where('userId', '!=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** The last day on which at least `minPeople` other people of the viewer's campus visited a restaurant. */
async function findLastDayOfCampus(db: Db, viewer: Viewer, restaurantId: number): Promise<string | null> {
  const row = await db
    .selectFrom('visits')
    .innerJoin('users', 'users.id', 'visits.userId')
    .select('visits.date')
    .where('restaurantId', '=', restaurantId)
    .where('users.campusCode', '=', viewer.campusCode)
    .where('users.id', '!=', viewer.id)
    .groupBy('visits.date')
    .having(eb => eb.fn.countAll<number>(), '>=', minPeople)
    .orderBy('visits.date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.date ?? null
}

/** The ids of the restaurants that a user has hidden. */
export async function listHiddenIds(db: Db, userId: number): Promise<number[]> {
  const rows = await list(db, 'hiddenRestaurants', { userId }, { order: ['restaurantId'] })
  return rows.map(({ restaurantId }) => restaurantId)
}
