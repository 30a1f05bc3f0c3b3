import type { FastifyInstance } from 'fastify'
import { requireRestaurant } from '#features/restaurants/server/require-restaurant.ts'
import { minPeople } from '#kit/rules/min-people.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid, notFound, restaurantNotFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  addVisit,
  dismissVisit,
  getRestaurantVisits,
  hideRestaurant,
  listHidden,
  listVisits,
  listVisitsToRate,
  removeVisit,
  showRestaurant,
} from '../contract.ts'
import { enterLunchVisits } from './enter-visits.ts'
import { presentVisits, visitsToRate } from './present-visits.ts'
import {
  countOtherVisitors,
  dismissVisitRow,
  findLastDayOfCampus,
  findVisitOf,
  hideRow,
  insertVisit,
  listHiddenIds,
  listVisitRows,
  removeVisitRow,
  showRow,
} from './visits-store.ts'

/** How many days back visits may be entered, and are counted. */
const daysBack = 30

export function visitsApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, config } = deps
  const today = () => localDate(now(), config.timeZone)

  serve(app, listVisits, async ({ viewer }) => {
    await enterLunchVisits(deps)
    return presentVisits(db, await listVisitRows(db, viewer.id))
  })

  serve(app, listVisitsToRate, async ({ viewer }) => {
    await enterLunchVisits(deps)
    return visitsToRate(db, { userId: viewer.id, today: today(), timeZone: config.timeZone })
  })

  serve(app, addVisit, async ({ body: { restaurantId, date = today() }, viewer }) => {
    await requireRestaurant(db, restaurantId)
    if (date > today()) throw invalid('date', 'A visit can’t be in the future')
    if (date < addDays(today(), -daysBack))
      throw invalid('date', 'A visit can be entered up to 30 days later')
    const visit = { userId: viewer.id, restaurantId, date }
    const createdAt = now().toISOString()
    const added = await insertVisit(db, { ...visit, lunchId: null, dismissed: false, createdAt })
    const [body] = await presentVisits(db, [added ?? (await findVisitOf(db, visit))])
    if (!body) throw restaurantNotFound()
    return { status: added ? 201 : 200, body } as const
  })

  serve(app, removeVisit, async ({ params, viewer }) => {
    if (!(await removeVisitRow(db, viewer.id, params.id))) throw visitNotFound()
  })

  serve(app, dismissVisit, async ({ params, viewer }) => {
    if (!(await dismissVisitRow(db, viewer.id, params.id))) throw visitNotFound()
  })

  serve(app, getRestaurantVisits, async ({ params: { id: restaurantId }, viewer }) => {
    await requireRestaurant(db, restaurantId)
    await enterLunchVisits(deps)
    const own = await listVisitRows(db, viewer.id, restaurantId)
    const from = addDays(today(), -daysBack)
    const others = await countOtherVisitors(db, { restaurantId, userId: viewer.id, from })
    const wasThere = own.some(({ date }) => date >= from)
    const campus = { userId: viewer.id, campusCode: viewer.campusCode, restaurantId, minPeople }
    return {
      lastOwn: own[0]?.date ?? null,
      ownCount: own.length,
      lastOfCampus: await findLastDayOfCampus(db, campus),
      peopleLast30Days: others >= minPeople ? others + Number(wasThere) : null,
    }
  })

  serve(app, listHidden, async ({ viewer }) => listHiddenIds(db, viewer.id))

  serve(app, hideRestaurant, async ({ params, viewer }) => {
    await requireRestaurant(db, params.restaurantId)
    await hideRow(db, viewer.id, params.restaurantId)
  })

  serve(app, showRestaurant, async ({ params, viewer }) => showRow(db, viewer.id, params.restaurantId))
}

const visitNotFound = () => notFound('Visit not found')
