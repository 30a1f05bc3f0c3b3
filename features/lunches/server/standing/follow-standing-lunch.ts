import { remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { maxPlaces } from '../../lunch-fields.ts'
import { standingDecidesAt, standingDeparture } from '../../standing-lunches.ts'
import { listLunchPeople } from '../lunch-people.ts'
import { addOptions, listLunchOptions, outcomeOf } from '../lunches-store.ts'
import { notifyIfDue } from '../news/notify.ts'
import { changeAndTell } from '../news/tell.ts'
import { keptFields, listRegulars } from './standing-lunches-store.ts'

type Change = {
  before: Row<'standingLunches'>
  after: Row<'standingLunches'>
  /** The new restaurants, or undefined if they stay. */
  restaurants: Row<'restaurants'>[] | undefined
  timeZone: string
  time: string
  by: number
}

/** What a lunch must change to follow its standing lunch. Fields that were changed by hand stay. */
function changesToFollow(
  lunch: Row<'lunches'>,
  day: Row<'standingDays'>,
  { before, after, timeZone, time }: Change,
): Partial<Row<'lunches'>> {
  const kept = keptFields(day)
  const follows = (field: 'meetingPoint' | 'note' | 'seats') =>
    before[field] !== after[field] && !kept.includes(field)
  const planned = standingDeparture(day.date, after.time, timeZone).toISOString()
  const isMoved = before.time !== after.time && !kept.includes('leavesAt') && planned > time
  const leavesAt = isMoved ? planned : lunch.leavesAt
  const hasNewEnd =
    lunch.state === 'voting' &&
    !kept.includes('decidesAt') &&
    (isMoved || before.decidesMinutesBefore !== after.decidesMinutesBefore)
  const seats = after.seats === null ? null : Math.max(after.seats, lunch.peopleCount)
  const requested = {
    ...(isMoved && { leavesAt }),
    ...(hasNewEnd && { decidesAt: votingEnds(after, leavesAt, time) }),
    ...(follows('meetingPoint') && { meetingPoint: after.meetingPoint }),
    ...(follows('note') && { note: after.note }),
    ...(follows('seats') && { seats }),
  }
  const changed = Object.entries(requested).filter(
    ([field, value]) => lunch[field as keyof Row<'lunches'>] !== value,
  )
  return Object.fromEntries(changed)
}

const votingEnds = ({ decidesMinutesBefore }: Row<'standingLunches'>, leavesAt: string, time: string) =>
  standingDecidesAt(new Date(leavesAt), decidesMinutesBefore, new Date(time)).toISOString()

/** Lets a locked lunch follow its standing lunch. */
export async function followStanding(
  tx: Db,
  lunch: Row<'lunches'>,
  day: Row<'standingDays'>,
  change: Change,
): Promise<Row<'lunches'>> {
  const { after, restaurants, time, by } = change
  const changes = changesToFollow(lunch, day, change)
  const outcome = restaurants && (await replaceRestaurants(tx, lunch, restaurants))
  const leavesAt = changes.leavesAt ?? lunch.leavesAt
  const isVote = outcome?.state === 'voting'
  const staysVote = isVote && lunch.state === 'voting'
  const all = {
    ...changes,
    ...(!staysVote && outcome),
    ...(outcome && !isVote && { decidesAt: null }),
    ...(isVote && lunch.decidesAt === null && { decidesAt: votingEnds(after, leavesAt, time) }),
  }
  // Its days of the week are shown with the lunch, so it changes even if nothing else does.
  const changed = await changeAndTell(tx, lunch.id, all, { time, by })
  await notifyIfDue(tx, changed, { time, by })
  return changed
}

/**
 * Replaces the restaurants that came from the standing lunch, not those that people added. Undefined if the lunch stays as
 * it is, because someone chose or the vote is over.
 */
async function replaceRestaurants(
  tx: Db,
  lunch: Row<'lunches'>,
  restaurants: Row<'restaurants'>[],
): Promise<Partial<Row<'lunches'>> | undefined> {
  if (lunch.state === 'decided' && lunch.decidedHow !== 'only') return undefined
  const options = await listLunchOptions(tx, [lunch.id])
  const requested = new Set(restaurants.map(({ id }) => id))
  const left = options.filter(({ addedBy, restaurantId }) => addedBy !== null || requested.has(restaurantId))
  const known = new Set(left.map(({ restaurantId }) => restaurantId))
  const last = Math.max(0, ...options.map(({ position }) => position))
  const added = restaurants.filter(({ id }) => !known.has(id)).slice(0, maxPlaces - left.length)
  if (added.length === 0 && left.length === options.length) return undefined
  const removed = options.filter(option => !left.includes(option)).map(({ restaurantId }) => restaurantId)
  // The votes for them go too.
  await remove(tx, 'lunchOptions', { lunchId: lunch.id, restaurantId: removed })
  await addOptions(tx, lunch.id, added, { addedBy: null, first: last + 1 })
  const all = [...left.map(({ restaurantId: id, name }) => ({ id, name })), ...added]
  return outcomeOf(all)
}

/** Of these locked lunches, cancels those that only regulars are in. */
export async function cancelThoseOfRegulars(
  tx: Db,
  standing: Row<'standingLunches'>,
  { ids, time, by }: { ids: number[]; time: string; by: number },
): Promise<void> {
  const regulars = new Set((await listRegulars(tx, [standing.id])).map(({ id }) => id))
  const people = Map.groupBy(await listLunchPeople(tx, ids), ({ lunchId }) => lunchId)
  for (const id of ids) {
    const hasGuests = (people.get(id) ?? []).some(person => !regulars.has(person.id))
    if (!hasGuests) await changeAndTell(tx, id, { state: 'cancelled' }, { time, by })
  }
}
