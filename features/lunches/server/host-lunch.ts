import { changesBetween } from '#features/audit/server/audit-details.ts'
import type { By } from '#features/audit/server/record-audit.ts'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { definedFields } from '#kit/server/http/bodies/defined-fields.ts'
import { conflict, forbidden } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { Lunch, LunchChanges } from '../contract.ts'
import { defaultDecidesAt, movedDecidesAt } from '../lunch-times.ts'
import { decideByVotes } from './close-votes.ts'
import {
  auditUnlessHost,
  changeLockedLunch,
  type LockedLunch,
  leaveOverlapping,
  requireHost,
  requireKnownDoubles,
  requireOpenVote,
} from './lock-lunches.ts'
import { canBeVotedFor, decided, listLunchOptions, undecided } from './lunch-votes-store.ts'
import { updateLunch } from './lunches-store.ts'
import { notifyIfDue } from './news/notify.ts'
import { announceLunches, changeOf, tell } from './news/tell.ts'
import { keepFieldsOfLunch } from './standing/standing-days-store.ts'
import { requirePlaces, requireValidDeparture, requireValidVoteEnd } from './start-lunch.ts'

/** Changes when a lunch leaves, its meeting point, note and seats, and when its vote closes. */
export async function changeLunch(
  deps: Deps,
  id: number,
  { doubleBooked, ...changes }: LunchChanges,
  by: By,
): Promise<Lunch> {
  const { viewer } = by
  return changeLockedLunch(deps, { id, viewer }, async ({ tx, lunch, time, isIn, upcoming }) => {
    requireHost(lunch, viewer)
    const after = { ...lunch, ...definedFields(changes) }
    if (after.leavesAt !== lunch.leavesAt) {
      requireValidDeparture(after.leavesAt, time, deps.config.timeZone)
      if (isIn) await leaveOverlapping(deps, tx, { viewer, upcoming, joining: after, move: false, time })
      await requireKnownDoubles(tx, [after], { viewer, known: doubleBooked, time })
    }
    after.decidesAt = decidesAtAfter(lunch, after, { changes, time })
    if (after.seats !== null && after.seats < lunch.peopleCount) {
      throw conflict(`${lunch.peopleCount} people are already in`)
    }
    const details = changesBetween(lunch, after, changedFields)
    if (Object.keys(details.after).length === 0) return
    const changed = await updateLunch(tx, id, details.after, time)
    await keepFieldsOfLunch(
      tx,
      id,
      changedFields.filter(field => field in details.after && changes[field] !== undefined),
    )
    await announceLunches(tx, [changed], time)
    const change = changeOf(details.after)
    if (change) await tell(tx, changed, change, { time, by: viewer.id })
    await notifyIfDue(tx, changed, { time, by: viewer.id })
    await auditUnlessHost(tx, lunch, {
      action: 'LUNCH_UPDATED',
      details: { leavesAt: lunch.leavesAt, ...details },
      by,
      time,
    })
  })
}

const changedFields = ['leavesAt', 'decidesAt', 'meetingPoint', 'note', 'seats'] as const

function decidesAtAfter(
  lunch: Row<'lunches'>,
  { leavesAt }: Row<'lunches'>,
  { changes, time }: { changes: LunchChanges; time: string },
): string | null {
  const { decidesAt } = changes
  if (decidesAt !== undefined && decidesAt !== lunch.decidesAt) requireOpenVote(lunch)
  if (lunch.state !== 'voting') return lunch.decidesAt
  if (decidesAt !== undefined) {
    requireValidVoteEnd(decidesAt, { leavesAt, time })
    return decidesAt
  }
  if (leavesAt === lunch.leavesAt || lunch.decidesAt === null) return lunch.decidesAt
  const before = { leavesAt: new Date(lunch.leavesAt), decidesAt: new Date(lunch.decidesAt) }
  return movedDecidesAt(before, new Date(leavesAt), new Date(time)).toISOString()
}

/** Cancels a lunch, which stays visible as cancelled. */
export async function cancelLunch(deps: Deps, id: number, by: By): Promise<void> {
  const { viewer } = by
  await changeLockedLunch(deps, { id, viewer }, async ({ tx, lunch, time }) => {
    requireHost(lunch, viewer)
    await cancel(tx, id, { time, by: viewer.id })
    await auditUnlessHost(tx, lunch, {
      action: 'LUNCH_CANCELLED',
      details: { leavesAt: lunch.leavesAt },
      by,
      time,
    })
  })
}

/** Cancels a locked lunch. */
export async function cancel(tx: Db, id: number, { time, by }: { time: string; by: number }): Promise<void> {
  const cancelled = await updateLunch(tx, id, { state: 'cancelled' }, time)
  await announceLunches(tx, [cancelled], time)
  await tell(tx, cancelled, 'cancelled', { time, by })
}

/** Closes a vote now, either by the votes or with the place that the host chooses. */
export async function closeVoteNow(
  deps: Deps,
  { id, viewer, restaurantId }: { id: number; viewer: Viewer; restaurantId: number | undefined },
): Promise<Lunch> {
  return changeLockedLunch(deps, { id, viewer }, async locked => {
    const { tx, lunch, time } = locked
    if (lunch.hostId !== viewer.id) throw forbidden('Only the host can settle the vote')
    // If a vote ended when no place was left, the host can still choose one.
    const isUndecided = lunch.state === 'decided' && lunch.decidedRestaurantId === null
    if (!(isUndecided && restaurantId !== undefined)) requireOpenVote(lunch)
    if (restaurantId === undefined) await decideByVotes(tx, lunch, time, viewer.id)
    else await choose(locked, { restaurantId, by: viewer.id, allowAnyPlace: isUndecided })
  })
}

/** Opens a vote again whose place is no longer available. */
export async function reopenVote(deps: Deps, id: number, viewer: Viewer): Promise<Lunch> {
  return changeLockedLunch(deps, { id, viewer }, async ({ tx, lunch, time }) => {
    if (lunch.hostId !== viewer.id) throw forbidden('Only the host can open the vote again')
    if (lunch.state === 'voting') return
    const { decidedRestaurantId: placeId } = lunch
    const place = (await readRestaurantsById(tx, placeId === null ? [] : [placeId])).get(placeId ?? 0)
    if (placeId === null || place?.disabled === false)
      throw conflict('The vote can be opened again only if its place is no longer available')
    const decidesAt = defaultDecidesAt(new Date(lunch.leavesAt), new Date(time)).toISOString()
    const reopened = await updateLunch(tx, id, { ...undecided, decidesAt }, time)
    await announceLunches(tx, [reopened], time)
    await tell(tx, reopened, 'reopened', { time, by: viewer.id })
  })
}

async function choose(
  { tx, lunch, time }: LockedLunch,
  { restaurantId, by, allowAnyPlace }: { restaurantId: number; by: number; allowAnyPlace: boolean },
): Promise<void> {
  const [place] = await requirePlaces(tx, [restaurantId])
  const options = (await listLunchOptions(tx, [lunch.id])).filter(canBeVotedFor)
  if (!allowAnyPlace && !options.some(option => option.restaurantId === restaurantId))
    throw conflict(sentence`${place?.name ?? ''} is not among the places of this lunch`)
  const outcome = decided({ restaurantId, how: 'host', tied: [] }, place?.name ?? null)
  const closed = await updateLunch(tx, lunch.id, outcome, time)
  await announceLunches(tx, [closed], time)
  await tell(tx, closed, 'decided', { time, by })
}
