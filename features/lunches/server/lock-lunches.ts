import type { AuditAction } from '#features/audit/contract.ts'
import { type By, recordAudit } from '#features/audit/server/record-audit.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { find, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, notSignedIn } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { Lunch } from '../contract.ts'
import { lunchClock, overlap, timesAround } from '../lunch-times.ts'
import { catchUp } from './lunch-clock.ts'
import { listBusy, listLunchPeople, removeFromLunch } from './lunch-people.ts'
import { isVisibleTo, lunchNotFound, readLunchesByIds } from './read-lunches.ts'
import { requireUpcoming } from './requirements.ts'

export type LockedLunch = {
  tx: Db
  /** In its current state, and locked until the transaction ends. */
  lunch: Row<'lunches'>
  viewer: Viewer
  /** The current time, at which the lunch has neither left nor been cancelled. */
  time: string
  isIn: boolean
  /** The upcoming lunches that the viewer is in, along with this one. */
  upcoming: Row<'lunches'>[]
}

/**
 * Changes a lunch in one transaction, which locks it and the viewer's other upcoming lunches, and returns the result.
 * Throws if the lunch has left, was cancelled, or isn't visible to the viewer.
 */
export async function changeLockedLunch(
  deps: Deps,
  { params: { id }, viewer }: { params: { id: number }; viewer: Viewer },
  change: (locked: LockedLunch) => Promise<unknown>,
): Promise<Lunch> {
  await deps.db.transaction().execute(async tx => {
    const { upcoming, time } = await lockOwnLunches(deps, tx, viewer, [id])
    const lunch = upcoming.find(row => row.id === id)
    if (!lunch) throw lunchNotFound()
    const isIn = (await find(tx, 'lunchPeople', { lunchId: id, userId: viewer.id })) !== undefined
    if (!isVisibleTo(lunch, viewer, isIn)) throw lunchNotFound()
    requireUpcoming(lunch, time)
    await change({ tx, lunch, viewer, time, isIn, upcoming })
  })
  const [lunch] = await readLunchesByIds(deps, [id])
  if (!lunch) throw lunchNotFound()
  return lunch
}

/**
 * Locks the viewer, the upcoming lunches that the viewer is in, and others, so that simultaneous requests wait, and does
 * for them what is due. To prevent deadlocks, lock users before standing lunches, those before lunches, and lunches by
 * id, as `lock` does.
 */
export async function lockOwnLunches(
  { now }: Deps,
  tx: Db,
  viewer: Viewer,
  others: number[] = [],
): Promise<{ upcoming: Row<'lunches'>[]; time: string }> {
  const [user] = await lock(tx, 'users', { id: viewer.id })
  if (!user) throw notSignedIn()
  const own = await listUpcomingLunchIds(tx, viewer.id, now().toISOString())
  const lunches = await lock(tx, 'lunches', { id: [...new Set([...own, ...others])] })
  const time = now().toISOString()
  return { upcoming: await catchUp(tx, lunches, time), time }
}

/** The ids of the upcoming lunches that a user is in. */
export async function listUpcomingLunchIds(tx: Db, userId: number, time: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('lunchPeople')
    .innerJoin('lunches', 'lunches.id', 'lunchPeople.lunchId')
    .select('lunches.id')
    .where('lunchPeople.userId', '=', userId)
    .where('lunches.state', '!=', 'cancelled')
    .where('lunches.leavesAt', '>', time)
    .execute()
  return rows.map(({ id }) => id)
}

/** No one can be in two lunches at about the same time: throws a conflict, or leaves the others if `move` is set. */
export async function leaveOverlapping(
  deps: Deps,
  { tx, viewer, upcoming, time }: Pick<LockedLunch, 'tx' | 'viewer' | 'upcoming' | 'time'>,
  { joining, move }: { joining: { id?: number; leavesAt: string }; move: boolean | undefined },
): Promise<void> {
  const leavesAt = new Date(joining.leavesAt)
  const others = upcoming.filter(
    row =>
      row.id !== joining.id &&
      row.state !== 'cancelled' &&
      row.leavesAt > time &&
      overlap(new Date(row.leavesAt), leavesAt),
  )
  const [other] = others
  if (other && !move) {
    const host = await find(tx, 'users', { id: other.hostId ?? 0 })
    const clock = lunchClock(new Date(other.leavesAt), deps.config.timeZone)
    throw conflict(sentence`You are already in ${host?.firstName ?? ''}’s lunch at ${clock}`, {
      code: 'lunch_overlap',
      lunchId: other.id,
    })
  }
  for (const lunch of others) await removeFromLunch(tx, deps, lunch, { userId: viewer.id, time })
}

/**
 * Whoever moves lunches must know how many others will be in two at about the same time. Throws if there are more than
 * they know of; earlier versions don't say how many they know of.
 */
export async function requireKnownDoubles(
  tx: Db,
  moved: { id: number; leavesAt: string }[],
  { viewer, known, time }: { viewer: Viewer; known: number | undefined; time: string },
): Promise<void> {
  if (known === undefined) return
  const people = new Set<number>()
  for (const { id, leavesAt } of moved) {
    const others = (await listLunchPeople(tx, [id]))
      .map(person => person.id)
      .filter(each => each !== viewer.id)
    const around = { ...timesAround(leavesAt, new Date(time)), except: id }
    for (const busy of (await listBusy(tx, others, around)).keys()) people.add(busy)
  }
  const doubleBooked = people.size
  if (doubleBooked > known)
    throw conflict(
      `${doubleBooked === 1 ? '1 other' : `${doubleBooked} others`} would be in two lunches at about that time`,
      {
        code: 'double_booked',
        doubleBooked,
      },
    )
}

/** Records what an admin does to someone else's lunch; the host's own changes need no record. */
export async function auditUnlessHost(
  tx: Db,
  { id, hostId }: { id: number; hostId: number | null },
  { details, ...entry }: { action: AuditAction; details: object; by: By; time: string },
): Promise<void> {
  if (hostId === entry.by.viewer.id) return
  await recordAudit(tx, { ...entry, details: { id, hostId, ...details } })
}
