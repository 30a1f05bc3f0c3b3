import type { FastifyInstance } from 'fastify'
import { changesBetween } from '#features/audit/server/audit-details.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { minutes } from '#kit/rules/units.ts'
import { find, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden } from '#kit/server/http/errors.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { cancelLunch, changeLunch, type LunchChanges, reopenLunch, settleLunch } from '../contract.ts'
import { defaultDecidesAt, movedDecidesAt } from '../lunch-times.ts'
import { auditUnlessHost, changeLockedLunch, leaveOverlapping, requireKnownDoubles } from './lock-lunches.ts'
import { decideByVotes } from './lunch-clock.ts'
import { canBeVotedFor, decided, listLunchOptions, undecided, updateLunch } from './lunches-store.ts'
import { notifyIfDue } from './news/notify.ts'
import { changeAndTell } from './news/tell.ts'
import {
  requireHost,
  requireOpenVote,
  requireRestaurants,
  requireValidDeparture,
  requireValidVoteEnd,
} from './requirements.ts'
import { keepFieldsOfLunch } from './standing/standing-lunches-store.ts'

/** How long a host may take back that they closed a vote. */
const timeToTakeBack = 1 * minutes

/** What hosts do with their lunches. */
export function lunchHostApi(app: FastifyInstance, deps: Deps): void {
  const handleChange = async (call: Call<typeof changeLunch>) =>
    changeLockedLunch(deps, call, async locked => {
      const { tx, lunch, viewer, time, isIn } = locked
      const by = viewer.id
      const { doubleBooked, ...changes } = call.body
      requireHost(lunch, viewer)
      const after = { ...lunch, ...changes }
      if (after.leavesAt !== lunch.leavesAt) {
        requireValidDeparture(after.leavesAt, time, deps.config.timeZone)
        if (isIn) await leaveOverlapping(deps, locked, { joining: after, move: false })
        await requireKnownDoubles(tx, [after], { viewer, known: doubleBooked, time })
      }
      after.decidesAt = decidesAtAfter(lunch, after, { changes, time })
      if (after.seats !== null && after.seats < lunch.peopleCount)
        throw conflict(`${lunch.peopleCount} people are already in`)
      const details = changesBetween(lunch, after, changeable)
      if (Object.keys(details.after).length === 0) return
      const changed = await changeAndTell(tx, lunch.id, details.after, { time, by })
      const byHand = changeable.filter(field => field in details.after && changes[field] !== undefined)
      await keepFieldsOfLunch(tx, lunch.id, byHand)
      await notifyIfDue(tx, changed, { time, by })
      const audited = { leavesAt: lunch.leavesAt, ...details }
      await auditUnlessHost(tx, lunch, { action: 'LUNCH_UPDATED', details: audited, by: call, time })
    })
  serve(app, changeLunch, handleChange, { readStored: ({ params }) => find(deps.db, 'lunches', params) })

  serve(app, cancelLunch, async call => {
    await changeLockedLunch(deps, call, async ({ tx, lunch, viewer, time }) => {
      requireHost(lunch, viewer)
      if (call.query.ifAlone) await takeBack(tx, lunch, time)
      await changeAndTell(tx, lunch.id, { state: 'cancelled' }, { time, by: viewer.id })
      const details = { leavesAt: lunch.leavesAt }
      await auditUnlessHost(tx, lunch, { action: 'LUNCH_CANCELLED', details, by: call, time })
    })
  })

  serve(app, settleLunch, async call =>
    changeLockedLunch(deps, call, async ({ tx, lunch, viewer, time }) => {
      const restaurantId = call.body?.restaurantId
      if (lunch.hostId !== viewer.id) throw forbidden('Only the host can settle the vote')
      // If a vote ended when no restaurant was left, the host can still choose any.
      const isUndecided = lunch.state === 'decided' && lunch.decidedRestaurantId === null
      if (!(isUndecided && restaurantId !== undefined)) requireOpenVote(lunch)
      const takeBackUntil = timestampAfter(new Date(time), timeToTakeBack)
      if (restaurantId === undefined) {
        await decideByVotes(tx, lunch, time, { by: viewer.id, takeBackUntil })
        return
      }
      const [restaurant] = await requireRestaurants(tx, [restaurantId])
      const options = (await listLunchOptions(tx, [lunch.id])).filter(canBeVotedFor)
      if (!isUndecided && !options.some(option => option.restaurantId === restaurantId))
        throw conflict(sentence`${restaurant?.name ?? ''} is not among the places of this lunch`)
      const outcome = decided({ restaurantId, how: 'host', tied: [] }, restaurant?.name ?? null)
      const changes = isUndecided ? outcome : { ...outcome, takeBackUntil }
      await changeAndTell(tx, lunch.id, changes, { time, by: viewer.id })
    }),
  )

  serve(app, reopenLunch, async call =>
    changeLockedLunch(deps, call, async ({ tx, lunch, viewer, time }) => {
      if (lunch.hostId !== viewer.id) throw forbidden('Only the host can open the vote again')
      if (lunch.state === 'voting') return
      const { decidedRestaurantId: id, takeBackUntil } = lunch
      const isTakenBack = takeBackUntil !== null && time <= takeBackUntil
      if (!isTakenBack && (id === null || (await find(tx, 'restaurants', { id }))?.disabled === false))
        throw conflict('The vote can be opened again only if its place is no longer available')
      const before = isTakenBack ? (lunch.decidesAt ?? '') : ''
      // Meanwhile it may have passed, or the lunch been moved to before it.
      const stillHolds = time < before && before <= lunch.leavesAt
      const decidesAt = stillHolds
        ? before
        : defaultDecidesAt(new Date(lunch.leavesAt), new Date(time)).toISOString()
      await changeAndTell(tx, lunch.id, { ...undecided, decidesAt }, { time, by: viewer.id })
    }),
  )
}

const changeable = ['leavesAt', 'decidesAt', 'meetingPoint', 'note', 'seats'] as const

/** When the vote closes after a change: with the lunch, its end moves too. */
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

/** Leaves nobody in a lunch that only its host is in, and no host: lists of such lunches don't show it. */
async function takeBack(tx: Db, { id: lunchId, peopleCount }: Row<'lunches'>, time: string): Promise<void> {
  if (peopleCount > 1) throw conflict('Others are in too, so it isn’t cancelled', { code: 'lunch_joined' })
  await remove(tx, 'lunchVotes', { lunchId })
  await remove(tx, 'lunchPeople', { lunchId })
  await updateLunch(tx, lunchId, { hostId: null, peopleCount: 0 }, time)
}
