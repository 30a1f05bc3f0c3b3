import type { FastifyInstance } from 'fastify'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict } from '#kit/server/http/errors.ts'
import { serveEvents } from '#kit/server/http/events/events.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { getLunch, type Lunch, type LunchInput, listLunches, lunchEvents, startLunch } from '../contract.ts'
import { defaultDecidesAt, lunchDays } from '../lunch-times.ts'
import { leaveOverlapping, lockOwnLunches } from './lock-lunches.ts'
import { insertLunchAt } from './lunches-store.ts'
import { notify, skipLateNotices } from './news/notify.ts'
import { announceLunches, lunchTopic, queuePost } from './news/tell.ts'
import { maySeeLunch, readLunch, readLunches, readLunchesByIds } from './read-lunches.ts'
import {
  requireOwnDepartment,
  requireRestaurants,
  requireValidDeparture,
  requireValidVoteEnd,
} from './requirements.ts'

/** How many upcoming lunches one person may host. */
const maxHosted = 3

/** What lunches there are, and starting one. */
export function lunchesApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, now } = deps

  const listFor = async (viewer: Viewer, campusCode: string | undefined): Promise<Lunch[]> => {
    if (campusCode !== undefined) await requireCampus(db, campusCode)
    const { from, until } = lunchDays(now(), config.timeZone)
    const lunches = await readLunches(deps, () =>
      db
        .selectFrom('lunches')
        .selectAll()
        .where('leavesAt', '>=', from.toISOString())
        .where('leavesAt', '<', until.toISOString())
        .$if(campusCode !== undefined, query => query.where('campusCode', '=', campusCode ?? ''))
        .orderBy('leavesAt')
        .orderBy('id')
        .execute(),
    )
    return lunches.filter(lunch => maySeeLunch(lunch, viewer))
  }

  serve(app, listLunches, async ({ viewer, query }) => listFor(viewer, query.campusCode))

  serveEvents(app, deps, lunchEvents, {
    topic: lunchTopic,
    open: async ({ viewer, query }) => ({ event: 'lunches', data: await listFor(viewer, query.campusCode) }),
    changes: async ids =>
      (await readLunchesByIds(deps, ids)).map(lunch => ({
        event: 'lunch',
        data: lunch,
        isFor: ({ viewer, query }) =>
          (query.campusCode ?? lunch.campusCode) === lunch.campusCode && maySeeLunch(lunch, viewer),
      })),
  })

  serve(app, getLunch, async ({ params, viewer }) => readLunch(deps, params.id, viewer))

  serve(app, startLunch, async ({ body, viewer }) => {
    const id = await db.transaction().execute(async tx => {
      const { upcoming, time } = await lockOwnLunches(deps, tx, viewer)
      const { campusCode, leavesAt, meetingPoint = null, note = null, seats = null, department = null } = body
      await requireCampus(tx, campusCode, invalidCampus)
      requireOwnDepartment(department, viewer)
      const restaurants = await requireRestaurants(tx, [...new Set(body.restaurantIds)])
      requireValidDeparture(leavesAt, time, config.timeZone)
      const decidesAt = restaurants.length === 1 ? null : votingEnds(body, time)
      // Those that a standing lunch made don't count.
      const hosted = tx
        .selectFrom('lunches')
        .where('hostId', '=', viewer.id)
        .where('state', '!=', 'cancelled')
        .where('leavesAt', '>', time)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('standingDays')
                .select('standingDays.lunchId')
                .whereRef('standingDays.lunchId', '=', 'lunches.id'),
            ),
          ),
        )
      if ((await countRows(hosted)) >= maxHosted)
        throw conflict('You already host three lunches. Cancel one of them first.')
      const { move } = body
      await leaveOverlapping(deps, { tx, viewer, upcoming, time }, { joining: { leavesAt }, move })

      const fields = { campusCode, leavesAt, decidesAt, meetingPoint, note, seats, department }
      const by = { people: [viewer.id], addedBy: viewer.id }
      const lunch = await insertLunchAt(tx, restaurants, { ...fields, ...by, time })
      await announceLunches(tx, [lunch], time)
      await queuePost(tx, lunch, { occasion: 'started', time })
      await notify(tx, lunch, { occasion: 'started', time, by: viewer.id })
      await skipLateNotices(tx, lunch, time)
      return lunch.id
    })
    return readLunch(deps, id, viewer)
  })
}

function votingEnds({ leavesAt, decidesAt }: LunchInput, time: string): string {
  if (decidesAt === undefined) return defaultDecidesAt(new Date(leavesAt), new Date(time)).toISOString()
  requireValidVoteEnd(decidesAt, { leavesAt, time })
  return decidesAt
}
