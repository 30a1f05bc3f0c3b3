import { changesBetween } from '#features/audit/server/audit-details.ts'
import type { By } from '#features/audit/server/record-audit.ts'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readDaysColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { definedFields } from '#kit/server/http/bodies/defined-fields.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { isStandingDay, standingDates, standingDeparture } from '../../standing-lunches.ts'
import type { StandingLunch, StandingLunchChanges } from '../../standing-lunches-contract.ts'
import { auditUnlessHost, leaveOverlapping, requireHost, requireKnownDoubles } from '../lock-lunches.ts'
import { isInLunch } from '../lunch-people-store.ts'
import { touchLunches } from '../news/touch-lunches.ts'
import { drawForGroup } from '../places/places-for-group.ts'
import { requirePlaces } from '../start-lunch.ts'
import { cancelThoseOfRegulars, changesToFollow, followStanding } from './follow-standing-lunch.ts'
import { removeStandingLunch } from './leave-standing-lunch.ts'
import { changeLockedStanding, type LockedStanding, lockMade } from './lock-standing-lunch.ts'
import { makeLunchesOf } from './make-lunches.ts'
import { readStanding, todayOf } from './read-standing-lunches.ts'
import {
  forgetDay,
  forgetDaysWithoutLunch,
  listDaysOf,
  listSkipsOf,
  listUpcomingOf,
  removeSkip,
} from './standing-days-store.ts'
import {
  findStandingLunch,
  listStandingPlaces,
  replaceStandingPlaces,
  standingDaysOf,
  updateStandingLunch,
} from './standing-lunches-store.ts'
import { listRegulars } from './standing-people-store.ts'
import { requireValidEnd } from './start-standing-lunch.ts'

/** Changes a standing lunch. Lunches that it made and that have not left follow. */
export async function changeStandingLunch(
  deps: Deps,
  id: number,
  { doubleBooked, ...changes }: StandingLunchChanges,
  by: By,
): Promise<StandingLunch> {
  const { viewer } = by
  const drawn = await drawInstead(deps, id, changes)
  await changeLockedStanding(deps, { id, viewer }, async locked => {
    const { tx, standing: before } = locked
    requireHost(before, viewer)
    const { weekdays, restaurantIds, ...fields } = definedFields(changes)
    const requested = { ...before, ...fields, ...(weekdays && { weekdays: weekdays.join('') }) }
    if (requested.endsOn !== before.endsOn) requireValidEnd(requested.endsOn, todayOf(deps))
    const details = changesBetween(before, requested, changeable)
    const places = await replaceChangedPlaces(tx, id, restaurantIds)
    if (Object.keys(details.after).length === 0 && !places) return
    const after = await updateStandingLunch(tx, id, details.after)
    const time = await updateDays(deps, locked, {
      after,
      places: places && (places.length > 0 ? places : drawn),
      viewer,
      doubleBooked,
    })
    const placeIds = places && { restaurantIds }
    await auditUnlessHost(tx, before, {
      action: 'STANDING_LUNCH_UPDATED',
      details: { ...details, ...placeIds },
      by,
      time,
    })
  })
  await makeLunchesOf(deps, id)
  return readStanding(deps, id)
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

/** Saves changed places and returns those that can be chosen now; undefined if they stay as they are. */
async function replaceChangedPlaces(
  tx: Db,
  id: number,
  restaurantIds: number[] | undefined,
): Promise<Row<'restaurants'>[] | undefined> {
  if (restaurantIds === undefined) return undefined
  const before = (await listStandingPlaces(tx, [id])).map(({ restaurantId }) => restaurantId)
  const requested = [...new Set(restaurantIds)]
  if (before.join() === requested.join()) return undefined
  // A place that was disabled in the meantime may stay.
  await requirePlaces(
    tx,
    requested.filter(placeId => !before.includes(placeId)),
  )
  const rows = await readRestaurantsById(tx, requested)
  const places = requested.map(placeId => rows.get(placeId)).filter(row => row !== undefined)
  await replaceStandingPlaces(tx, id, places)
  return places.filter(({ disabled }) => !disabled)
}

/** Places for the lunches that are already made, if the standing lunch is to have none of its own. */
async function drawInstead(
  deps: Deps,
  id: number,
  { restaurantIds }: StandingLunchChanges,
): Promise<Row<'restaurants'>[]> {
  if (restaurantIds?.length !== 0) return []
  const standing = await findStandingLunch(deps.db, id)
  if (!standing) return []
  const { campusCode, time } = standing
  const { now, config } = deps
  const [date = todayOf(deps)] = standingDates(standingDaysOf(standing), now(), config.timeZone)
  const userIds = (await listRegulars(deps.db, [id])).map(regular => regular.id)
  const leavesAt = standingDeparture(date, time, config.timeZone)
  return drawForGroup(deps, { campusCode, userIds, leavesAt })
}

type Changed = {
  after: Row<'standingLunches'>
  places: Row<'restaurants'>[] | undefined
  viewer: Viewer
  doubleBooked: number | undefined
}

/** Returns the time of the change. */
async function updateDays(
  deps: Deps,
  { tx, standing: before }: LockedStanding,
  { after, places, viewer, doubleBooked }: Changed,
): Promise<string> {
  const days = await listUpcomingOf(tx, after.id, deps.now().toISOString())
  const ids = days.map(({ lunchId }) => lunchId)
  const { made, upcoming, time } = await lockMade(deps, tx, { viewer, ids })
  const isDay = (date: string) => isStandingDay(standingDaysOf(after), date)
  const dayOf = (lunch: Row<'lunches'>) => days.find(({ lunchId }) => lunchId === lunch.id)
  const ended = made.filter(lunch => !isDay(dayOf(lunch)?.date ?? ''))
  await cancelThoseOfRegulars(tx, after, { lunches: ended, time, by: viewer.id })
  await forgetDays(tx, after.id, { from: todayOf(deps), isDay })
  await touchLunches(tx, idsOf(ended), time)

  const moved: { id: number; leavesAt: string }[] = []
  for (const lunch of made) {
    const day = dayOf(lunch)
    if (!day || ended.includes(lunch)) continue
    const change = { before, after, places, timeZone: deps.config.timeZone, time, by: viewer.id }
    const changes = changesToFollow(lunch, day, change)
    const { leavesAt } = changes
    if (leavesAt !== undefined && (await isInLunch(tx, lunch.id, viewer.id)))
      await leaveOverlapping(deps, tx, {
        viewer,
        upcoming: upcoming.filter(other => !ids.includes(other.id)),
        joining: { id: lunch.id, leavesAt },
        move: false,
        time,
      })
    if (leavesAt !== undefined) moved.push({ id: lunch.id, leavesAt })
    await followStanding(tx, lunch, { ...change, day, changes })
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
  await forgetDaysWithoutLunch(tx, standingId, from)
  for (const { date } of await listDaysOf(tx, standingId, from))
    if (!isDay(date)) await forgetDay(tx, { standingId, date })
  for (const { date } of await listSkipsOf(tx, [standingId], from))
    if (!isDay(date)) await removeSkip(tx, { standingId, date })
}

/** Ends a standing lunch. */
export async function endStandingLunch(deps: Deps, id: number, by: By): Promise<void> {
  const { viewer } = by
  await changeLockedStanding(deps, { id, viewer }, async ({ tx, standing, time: begun }) => {
    requireHost(standing, viewer)
    const ids = (await listUpcomingOf(tx, id, begun)).map(({ lunchId }) => lunchId)
    const { made, time } = await lockMade(deps, tx, { viewer, ids })
    await cancelThoseOfRegulars(tx, standing, { lunches: made, time, by: viewer.id })
    await removeStandingLunch(tx, id, time)
    await auditUnlessHost(tx, standing, {
      action: 'STANDING_LUNCH_DELETED',
      details: { weekdays: readDaysColumn(standing.weekdays), leaves: standing.time },
      by,
      time,
    })
  })
}

const idsOf = (lunches: Row<'lunches'>[]) => lunches.map(({ id }) => id)
