import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { insert, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readDaysColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalid, notSignedIn } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  becomeRegular,
  listStandingLunches,
  type StandingLunch,
  startStandingLunch,
  stopBeingRegular,
} from '../../standing-lunches-contract.ts'
import { isVisibleTo } from '../read-lunches.ts'
import { requireOwnDepartment, requireRestaurants } from '../requirements.ts'
import { removeRegular } from './leave-standing-lunch.ts'
import { makeLunchesOf } from './make-lunches.ts'
import {
  changeLockedStanding,
  presentOne,
  presentStanding,
  readStanding,
  todayOf,
} from './read-standing-lunches.ts'
import { addRegular, listStandingRows, replaceStandingRestaurants } from './standing-lunches-store.ts'

/** How many lunches that repeat one person may host. */
const maxHosted = 5

/** What lunches repeat, repeating one, and being among its regulars. */
export function standingLunchesApi(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps

  serve(app, listStandingLunches, async ({ query: { campusCode }, viewer }) => {
    if (campusCode !== undefined) await requireCampus(db, campusCode)
    const today = todayOf(deps)
    const all = await presentStanding(db, await listStandingRows(db, { today, campusCode }), today)
    const isAmong = ({ regulars }: StandingLunch) => regulars.some(({ id }) => id === viewer.id)
    return all.filter(standing => isVisibleTo(standing, viewer, isAmong(standing)))
  })

  // A request that is repeated because its response was lost returns what the first one made.
  serve(app, startStandingLunch, async ({ body, viewer }) => {
    const today = todayOf(deps)
    const id = await db.transaction().execute(async tx => {
      const [user] = await lock(tx, 'users', { id: viewer.id })
      if (!user) throw notSignedIn()
      const { campusCode, weekdays, time, decidesMinutesBefore = null, meetingPoint = null } = body
      const { note = null, seats = null, department = null, endsOn = null } = body
      await requireCampus(tx, campusCode, invalidCampus)
      requireOwnDepartment(department, viewer)
      const restaurants = await requireRestaurants(tx, [...new Set(body.restaurantIds)])
      requireValidEnd(endsOn, today)
      const texts = { meetingPoint, note }
      const columns = { campusCode, time, decidesMinutesBefore, ...texts, seats, department, endsOn }
      const hosted = await listStandingRows(tx, { today, hostId: viewer.id })
      const fields = { ...columns, weekdays, restaurantIds: restaurants.map(restaurant => restaurant.id) }
      const known = await findSame(tx, hosted, fields, today)
      if (known !== undefined) return known
      if (hosted.length >= maxHosted)
        throw conflict('You already host five lunches that repeat. End one of them first.')
      const standing = await insert(tx, 'standingLunches', {
        ...columns,
        weekdays: weekdays.join(''),
        hostId: viewer.id,
        version: 0,
        createdAt: now().toISOString(),
      })
      await replaceStandingRestaurants(tx, standing.id, restaurants)
      await addRegular(tx, standing, viewer.id)
      return standing.id
    })
    await makeLunchesOf(deps, id)
    return readStanding(deps, id)
  })

  // Puts the viewer into every lunch that is made from now on.
  serve(app, becomeRegular, async call => {
    await changeLockedStanding(deps, call, async ({ tx, standing, viewer, isRegular }) => {
      if (!isRegular) await addRegular(tx, standing, viewer.id)
    })
    return readStanding(deps, call.params.id)
  })

  // The viewer stays in the lunches that are already made.
  serve(app, stopBeingRegular, async call => {
    const ended = await changeLockedStanding(deps, call, async locked => {
      const { tx, standing, viewer, isRegular, time } = locked
      if (!isRegular) return null
      const before = await presentOne(tx, standing, todayOf(deps))
      await removeRegular(tx, deps, standing, { userId: viewer.id, time })
      const isLast = before.regulars.length === 1
      return isLast ? { ...before, host: null, regulars: [], version: before.version + 1 } : null
    })
    return ended ?? readStanding(deps, call.params.id)
  })
}

type Fields = Omit<StandingLunch, 'id' | 'host' | 'regulars' | 'skipped' | 'version'>

/**
 * The id of the one among a host's standing lunches that is exactly this one. Throws if another one leaves at the same
 * time of the same day.
 */
async function findSame(
  tx: Db,
  hosted: Row<'standingLunches'>[],
  fields: Fields,
  today: string,
): Promise<number | undefined> {
  const row = hosted.find(
    other =>
      other.campusCode === fields.campusCode &&
      other.time === fields.time &&
      readDaysColumn(other.weekdays).some(day => fields.weekdays.includes(day)),
  )
  if (!row) return undefined
  const { id, host: _, regulars: __, skipped: ___, version: ____, ...own } = await presentOne(tx, row, today)
  if (isDeepStrictEqual(own, fields)) return id
  throw conflict('You already host a lunch that repeats at that time. Change that one instead.')
}

export function requireValidEnd(endsOn: string | null, today: string): void {
  if (endsOn !== null && endsOn < today) throw invalid('endsOn', 'Choose a last day from today on')
}
