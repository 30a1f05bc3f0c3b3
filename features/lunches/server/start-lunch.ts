import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalid, invalidCampus, restaurantNotFound } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { Lunch, LunchInput } from '../contract.ts'
import { defaultDecidesAt, leavingProblem } from '../lunch-times.ts'
import { leaveOverlapping, lockOwnLunches } from './lock-lunches.ts'
import { catchUp } from './lunch-clock.ts'
import { addToLunch } from './lunch-people-store.ts'
import { insertLunchAt } from './lunch-votes-store.ts'
import { countHosted } from './lunches-store.ts'
import { notify, skipLateNotices } from './news/notify.ts'
import { queuePost } from './news/queue-post.ts'
import { announceLunches } from './news/tell.ts'
import { readLunch } from './read-lunches.ts'

/** How many upcoming lunches one person may host. */
const maxHosted = 3

/** Starts a lunch, with the viewer as its host and first person. */
export async function startLunch(deps: Deps, viewer: Viewer, input: LunchInput): Promise<Lunch> {
  const id = await deps.db.transaction().execute(async tx => {
    const { lunches, time } = await lockOwnLunches(deps, tx, viewer)
    const upcoming = await catchUp(tx, lunches, time)
    if (!(await findCampusByCode(tx, input.campusCode))) throw invalidCampus()
    const department = input.department ?? null
    requireOwnDepartment(department, viewer)
    const places = await requirePlaces(tx, [...new Set(input.restaurantIds)])
    const decidesAt = votingEnds(deps, input, places.length, time)
    if ((await countHosted(tx, viewer.id, time)) >= maxHosted)
      throw conflict('You already host three lunches. Cancel one of them first.')
    const { leavesAt } = input
    await leaveOverlapping(deps, tx, { viewer, upcoming, joining: { leavesAt }, move: input.move, time })

    const lunch = await insertLunchAt(tx, places, {
      campusCode: input.campusCode,
      hostId: viewer.id,
      leavesAt,
      decidesAt,
      meetingPoint: input.meetingPoint ?? null,
      note: input.note ?? null,
      seats: input.seats ?? null,
      department,
      addedBy: viewer.id,
      time,
    })
    await addToLunch(tx, lunch, viewer.id, time)
    await announceLunches(tx, [lunch], time)
    await queuePost(tx, lunch, { occasion: 'started', time })
    await notify(tx, lunch, { occasion: 'started', time, by: viewer.id })
    await skipLateNotices(tx, lunch, time)
    return lunch.id
  })
  return readLunch(deps, id, viewer)
}

/** Checks the times and returns when the vote closes, or null if there is nothing to vote on. */
function votingEnds(
  { config }: Deps,
  { leavesAt, decidesAt }: Pick<LunchInput, 'leavesAt' | 'decidesAt'>,
  placeCount: number,
  time: string,
): string | null {
  requireValidDeparture(leavesAt, time, config.timeZone)
  if (placeCount === 1) return null
  if (decidesAt === undefined) return defaultDecidesAt(new Date(leavesAt), new Date(time)).toISOString()
  requireValidVoteEnd(decidesAt, { leavesAt, time })
  return decidesAt
}

export function requireOwnDepartment(department: string | null, viewer: Viewer): void {
  if (department !== null && department !== viewer.department)
    throw invalid('department', 'A lunch can be for your own department only')
}

export function requireValidDeparture(leavesAt: string, time: string, timeZone: string): void {
  const problem = leavingProblem(new Date(leavesAt), new Date(time), timeZone)
  if (problem !== null) throw invalid('leavesAt', problem)
}

export function requireValidVoteEnd(
  decidesAt: string,
  { leavesAt, time }: { leavesAt: string; time: string },
): void {
  if (decidesAt < time || decidesAt > leavesAt)
    throw invalid('decidesAt', 'The vote must close between now and when you leave')
}

/** Returns the restaurants with these ids, in this order; throws if one is missing or disabled. */
export async function requirePlaces(tx: Db, ids: number[]): Promise<Row<'restaurants'>[]> {
  const rows = await readRestaurantsById(tx, ids)
  return ids.map(id => {
    const row = rows.get(id)
    // Name the restaurant, so that the client can continue without it.
    if (!row) throw restaurantNotFound({ restaurantId: id })
    if (row.disabled)
      throw conflict(sentence`${row.name} is not available right now`, {
        code: 'restaurant_unavailable',
        restaurantId: id,
      })
    return row
  })
}
