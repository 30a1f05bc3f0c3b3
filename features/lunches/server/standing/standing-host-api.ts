import type { FastifyInstance } from 'fastify'
import { changesBetween } from '#features/audit/server/audit-details.ts'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import { find, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readDaysColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { isStandingDay, standingDates, standingDeparture } from '../../standing-lunches.ts'
import { changeStandingLunch, endStandingLunch } from '../../standing-lunches-contract.ts'
import { drawForGroup } from '../group-picks/group-picks-api.ts'
import { auditUnlessHost, leaveOverlapping, requireKnownDoubles } from '../lock-lunches.ts'
import { touchLunches } from '../news/touch-lunches.ts'
import { requireHost, requireRestaurants } from '../requirements.ts'
import { cancelThoseOfRegulars, followStanding } from './follow-standing-lunch.ts'
import { removeStandingLunch } from './leave-standing-lunch.ts'
import { makeLunchesOf } from './make-lunches.ts'
import {
  changeLockedStanding,
  type LockedStanding,
  lockMade,
  readStanding,
  todayOf,
} from './read-standing-lunches.ts'
import { requireValidEnd } from './standing-lunches-api.ts'
import {
  listRegulars,
  listSkipsOf,
  listStandingRestaurants,
  replaceStandingRestaurants,
  standingDaysOf,
  updateStandingLunch,
} from './standing-lunches-store.ts'

/** Changing and ending a standing lunch. Lunches that it made and that have not left follow. */
export function standingHostApi(app: FastifyInstance, deps: Deps): void {
  const handleChange = async (call: Call<typeof changeStandingLunch>) => {
    const { id } = call.params
    const { doubleBooked, weekdays, restaurantIds, ...fields } = call.body
    const drawn = restaurantIds?.length === 0 ? await drawInstead(deps, id) : []
    await changeLockedStanding(deps, call, async locked => {
      const { tx, standing: before, viewer } = locked
      requireHost(before, viewer)
      const requested = { ...before, ...fields, ...(weekdays && { weekdays: weekdays.join('') }) }
      if (requested.endsOn !== before.endsOn) requireValidEnd(requested.endsOn, todayOf(deps))
      const details = changesBetween(before, requested, changeable)
      const open = restaurantIds && (await replaceChangedRestaurants(tx, id, restaurantIds))
      if (Object.keys(details.after).length === 0 && !open) return
      const after = await updateStandingLunch(tx, id, details.after)
      const restaurants = open?.length === 0 ? drawn : open
      const time = await changeMade(deps, locked, { after, restaurants, doubleBooked })
      const audited = { ...details, ...(open && { restaurantIds }) }
      const entry = { action: 'STANDING_LUNCH_UPDATED', details: audited, by: call, time } as const
      await auditUnlessHost(tx, before, entry)
    })
    await makeLunchesOf(deps, id)
    return readStanding(deps, id)
  }
  serve(app, changeStandingLunch, handleChange, { readStored: ({ params }) => readStanding(deps, params.id) })

  serve(app, endStandingLunch, async call =>
    changeLockedStanding(deps, call, async locked => {
      const { tx, standing, viewer } = locked
      requireHost(standing, viewer)
      const { made, time } = await lockMade(deps, locked)
      const ids = made.map(({ lunch }) => lunch.id)
      await cancelThoseOfRegulars(tx, standing, { ids, time, by: viewer.id })
      await removeStandingLunch(tx, standing.id, time)
      const details = { weekdays: readDaysColumn(standing.weekdays), leaves: standing.time }
      await auditUnlessHost(tx, standing, { action: 'STANDING_LUNCH_DELETED', details, by: call, time })
    }),
  )
}

const changeable = [
  'weekdays',
  'time',
  'decidesMinutesBefore',
  'meetingPoint',
  'note',
  'seats',
  'endsOn',
] as const

/** Restaurants for the lunches that are already made, if the standing lunch is to have none of its own. */
async function drawInstead(deps: Deps, id: number): Promise<Row<'restaurants'>[]> {
  const { db, now, config } = deps
  const standing = await find(db, 'standingLunches', { id })
  if (!standing) return []
  const { campusCode, time } = standing
  const [date = todayOf(deps)] = standingDates(standingDaysOf(standing), now(), config.timeZone)
  const userIds = (await listRegulars(db, [id])).map(regular => regular.id)
  const leavesAt = standingDeparture(date, time, config.timeZone)
  return drawForGroup(deps, { campusCode, userIds, leavesAt })
}

/** Saves changed restaurants and returns those that can be chosen now; undefined if they stay as they are. */
async function replaceChangedRestaurants(
  tx: Db,
  id: number,
  restaurantIds: number[],
): Promise<Row<'restaurants'>[] | undefined> {
  const before = (await listStandingRestaurants(tx, [id])).map(({ restaurantId }) => restaurantId)
  const requested = [...new Set(restaurantIds)]
  if (before.join() === requested.join()) return undefined
  // A restaurant that was disabled in the meantime may stay.
  const added = requested.filter(restaurantId => !before.includes(restaurantId))
  await requireRestaurants(tx, added)
  const rows = await readRestaurantsById(tx, requested)
  const restaurants = requested.map(restaurantId => rows.get(restaurantId)).filter(row => row !== undefined)
  await replaceStandingRestaurants(tx, id, restaurants)
  return restaurants.filter(({ disabled }) => !disabled)
}

type Changed = {
  after: Row<'standingLunches'>
  restaurants: Row<'restaurants'>[] | undefined
  doubleBooked: number | undefined
}

/** Lets the lunches that are already made follow, and the days on which none is any more. Returns the time of the change. */
async function changeMade(
  deps: Deps,
  locked: LockedStanding,
  { after, restaurants, doubleBooked }: Changed,
): Promise<string> {
  const { tx, standing: before, viewer } = locked
  const { made, others, time } = await lockMade(deps, locked)
  const isDay = (date: string) => isStandingDay(standingDaysOf(after), date)
  const ids = made.filter(({ day }) => !isDay(day.date)).map(({ lunch }) => lunch.id)
  await cancelThoseOfRegulars(tx, after, { ids, time, by: viewer.id })
  await forgetDays(tx, after.id, { from: todayOf(deps), isDay })
  await touchLunches(tx, ids, time)

  const change = { before, after, restaurants, timeZone: deps.config.timeZone, time, by: viewer.id }
  const moved: Row<'lunches'>[] = []
  for (const { lunch, day } of made.filter(each => isDay(each.day.date))) {
    const followed = await followStanding(tx, lunch, day, change)
    if (followed.leavesAt === lunch.leavesAt) continue
    moved.push(followed)
    if (await find(tx, 'lunchPeople', { lunchId: lunch.id, userId: viewer.id }))
      await leaveOverlapping(deps, { tx, viewer, upcoming: others, time }, { joining: followed, move: false })
  }
  await requireKnownDoubles(tx, moved, { viewer, known: doubleBooked, time })
  return time
}

/** Days that are none any more may be made again if they become days again, and those on which no one could come. */
async function forgetDays(
  tx: Db,
  standingId: number,
  { from, isDay }: { from: string; isDay: (date: string) => boolean },
): Promise<void> {
  const done = await tx
    .selectFrom('standingDays')
    .selectAll()
    .where('standingId', '=', standingId)
    .where('date', '>=', from)
    .orderBy('date')
    .execute()
  for (const { date, lunchId } of done)
    if (lunchId === null || !isDay(date)) await remove(tx, 'standingDays', { standingId, date })
  for (const { date } of await listSkipsOf(tx, [standingId], from))
    if (!isDay(date)) await remove(tx, 'standingSkips', { standingId, date })
}
