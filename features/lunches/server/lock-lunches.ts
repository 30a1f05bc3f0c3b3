import type { Transaction } from 'kysely'
import { lockUser } from '#features/accounts/server/users/users-store.ts'
import type { AuditAction } from '#features/audit/contract.ts'
import { peopleOf } from '#features/audit/server/people.ts'
import { type By, recordAudit } from '#features/audit/server/record-audit.ts'
import { isAdmin } from '#kit/rules/roles.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden, notSignedIn } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { Lunch } from '../contract.ts'
import { lunchClock, overlap, timesAround } from '../lunch-times.ts'
import { removeFromLunch } from './leave-lunch.ts'
import { catchUp } from './lunch-clock.ts'
import { isInLunch, listBusy, listLunchPeople } from './lunch-people-store.ts'
import { listUpcomingLunchIds, lockLunches } from './lunches-store.ts'
import { isVisibleTo } from './present-lunches.ts'
import { lunchNotFound, readLunchesByIds } from './read-lunches.ts'

export type LockedLunch = {
  tx: Transaction<Database>
  /** In its current state, and locked until the transaction ends. */
  lunch: Row<'lunches'>
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
  { id, viewer }: { id: number; viewer: Viewer },
  change: (locked: LockedLunch) => Promise<unknown>,
): Promise<Lunch> {
  await deps.db.transaction().execute(async tx => {
    const { lunches, time } = await lockOwnLunches(deps, tx, viewer, [id])
    const upcoming = await catchUp(tx, lunches, time)
    const lunch = upcoming.find(row => row.id === id)
    if (!lunch) throw lunchNotFound()
    const isIn = await isInLunch(tx, id, viewer.id)
    if (!isVisibleTo(lunch, viewer, isIn)) throw lunchNotFound()
    requireUpcoming(lunch, time)
    await change({ tx, lunch, time, isIn, upcoming })
  })
  const [lunch] = await readLunchesByIds(deps, [id])
  if (!lunch) throw lunchNotFound()
  return lunch
}

/**
 * Locks the viewer, the upcoming lunches that the viewer is in, and others, so that simultaneous requests wait. Then
 * what is due must be done; see `catchUp`.
 */
export async function lockOwnLunches(
  { now }: Deps,
  tx: Db,
  viewer: Viewer,
  others: number[] = [],
): Promise<{ lunches: Row<'lunches'>[]; time: string }> {
  if (!(await lockUser(tx, viewer.id))) throw notSignedIn()
  const upcoming = await listUpcomingLunchIds(tx, viewer.id, now().toISOString())
  const rows = await lockLunches(tx, [...new Set([...upcoming, ...others])])
  return { lunches: rows, time: now().toISOString() }
}

/** No one can be in two lunches at about the same time: throws a conflict, or leaves the others if `move` is set. */
export async function leaveOverlapping(
  deps: Deps,
  tx: Db,
  {
    viewer,
    upcoming,
    joining,
    move,
    time,
  }: {
    viewer: Viewer
    upcoming: Row<'lunches'>[]
    joining: { id?: number; leavesAt: string }
    move: boolean | undefined
    time: string
  },
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
    const host = (await peopleOf(tx, [other.hostId])).get(other.hostId)
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

export function requireUpcoming({ state, leavesAt }: Pick<Lunch, 'state' | 'leavesAt'>, time: string): void {
  if (state === 'cancelled') throw conflict('This lunch was cancelled', { code: 'lunch_over' })
  if (leavesAt <= time) throw hasLeft()
}

export const hasLeft = () => conflict('This lunch has left', { code: 'lunch_over' })

export function requireOpenVote({ state }: Pick<Lunch, 'state'>): void {
  if (state !== 'voting') throw conflict('The vote is closed', { code: 'vote_closed' })
}

/** What the host of a lunch or standing lunch may do, admins may do too. */
export function requireHost({ hostId }: { hostId: number | null }, viewer: Viewer): void {
  if (hostId !== viewer.id && !isAdmin(viewer)) throw forbidden('Only the host can change this lunch')
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
