import type { FastifyInstance } from 'fastify'
import { getForYou } from '#contract/taste.ts'
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
} from '#contract/visits.ts'
import { minPeople } from '#domain/taste/model.ts'
import { addDays, localDate } from '#domain/zoned-time.ts'
import { readNumberSetting } from '#server/data/settings-store.ts'
import { readOwnerVersion } from '#server/data/versions-store.ts'
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
} from '#server/data/visits-store.ts'
import type { Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { forYou } from '#server/features/restaurants/for-you.ts'
import { readPlacesToSuggest } from '#server/features/restaurants/places-to-suggest.ts'
import { requireCampus, requireRestaurant } from '#server/features/restaurants/require-restaurant.ts'
import { invalid, notFound, restaurantNotFound } from '#server/http/errors.ts'
import { type Call, serve } from '#server/http/serve.ts'
import { cachedReply } from '#server/http/serve-cached.ts'
import { enterLunchVisits } from './enter-visits.ts'
import { presentVisits, visitsToRate } from './present-visits.ts'

/** How many days back visits may be entered, and are counted. */
const daysBack = 30

export function visitsApi(app: FastifyInstance, deps: Deps): void {
  const { db, now, config } = deps
  const today = () => localDate(now(), config.timeZone)

  serve(app, listVisits, async ({ viewer }) => {
    await enterLunchVisits(deps)
    return presentVisits(db, await listVisitRows(db, viewer.id))
  })

  const toRate = (from: Db, userId: number, day: string) =>
    visitsToRate(from, { userId, today: day, timeZone: config.timeZone })

  serve(app, listVisitsToRate, async ({ viewer }) => {
    await enterLunchVisits(deps)
    return toRate(db, viewer.id, today())
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

  const handleForYou = async (call: Call<typeof getForYou>) => {
    const { campusCode } = call.params
    const { id, ownVersion } = call.viewer
    // Visits that are entered only now are not among those of the version that came with the session.
    const owner = {
      id,
      ownVersion: (await enterLunchVisits(deps)) ? await readOwnerVersion(db, id) : ownVersion,
    }
    const versions = await deps.cache.readVersions()
    const [places, day] = [await readPlacesToSuggest(deps, versions), today()]
    const make = async ({ db }: { db: Db }) => {
      await requireCampus(db, campusCode)
      const hidden = await listHiddenIds(db, id)
      return {
        ...(await forYou({ db, taste: deps.taste, places }, campusCode, id, hidden)),
        avoidDays: await readNumberSetting(db, 'avoid_days'),
        hidden,
        toRate: await toRate(db, id, day),
      }
    }
    return cachedReply(deps, getForYou, call, make, {
      owner,
      madeFrom: `${day} ${places.fingerprint}`,
      versions,
    })
  }
  serve(app, getForYou, handleForYou, { hasEtag: true })
}

const visitNotFound = () => notFound('Visit not found')
