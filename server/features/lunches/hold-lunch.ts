import type { Transaction } from 'kysely'
import type { Lunch } from '#contract/lunches.ts'
import { lunchClock, overlap } from '#domain/lunch-times.ts'
import { lockOwner } from '#server/data/favorites-store.ts'
import { isInLunch, listFaces, removeFromLunch } from '#server/data/lunch-people-store.ts'
import { listAheadOf, lockLunches } from '#server/data/lunches-store.ts'
import type { Database, Db, LunchRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notSignedIn } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { isFor } from './present-lunches.ts'
import { lunchNotFound, readLunchesByIds } from './read-lunches.ts'
import { isDue, settleByVotes } from './settle-lunches.ts'

export type HeldLunch = {
  tx: Transaction<Database>
  /** As it is; nobody else changes it until the transaction ends. */
  lunch: LunchRow
  /** The present, in which the lunch has neither left nor been cancelled. */
  time: string
  isIn: boolean
  /** The lunches ahead that the viewer is in, this one included. */
  ahead: LunchRow[]
}

/**
 * Changes a lunch in one transaction, alone with it and with what else the viewer is in, and returns it as it is then.
 * Refuses one that left, was cancelled, or isn't for the viewer to see.
 */
export async function changeHeldLunch(
  deps: Deps,
  { id, viewer }: { id: number; viewer: Viewer },
  change: (held: HeldLunch) => Promise<unknown>,
): Promise<Lunch> {
  await deps.db.transaction().execute(async tx => {
    const held = await holdLunches(deps, tx, viewer, id)
    const lunch = held.lunches.find(row => row.id === id)
    if (!lunch) throw lunchNotFound()
    const isIn = await isInLunch(tx, id, viewer.id)
    if (!isFor(lunch, viewer, isIn)) throw lunchNotFound()
    if (lunch.state === 'cancelled') throw conflict('This lunch was cancelled')
    if (lunch.leavesAt <= held.time) throw conflict('This lunch has left')
    await change({ tx, lunch, time: held.time, isIn, ahead: held.lunches })
  })
  deps.changes.wake()
  deps.chatPoster.wake()
  const [lunch] = await readLunchesByIds(deps, [id])
  if (!lunch) throw lunchNotFound()
  return lunch
}

/**
 * Locks a person, the lunches ahead that this person is in, and one more: what one does at the same moment waits. Votes
 * whose time has come are settled first, so that nothing done afterwards changes how they end.
 */
export async function holdLunches(
  { now }: Deps,
  tx: Db,
  viewer: Viewer,
  id?: number,
): Promise<{ lunches: LunchRow[]; time: string }> {
  if (!(await lockOwner(tx, viewer.id))) throw notSignedIn()
  const ahead = await listAheadOf(tx, viewer.id, now().toISOString())
  const rows = await lockLunches(tx, [...new Set(id === undefined ? ahead : [...ahead, id])])
  const time = now().toISOString()
  const lunches: LunchRow[] = []
  for (const row of rows) lunches.push(isDue(row, time) ? await settleByVotes(tx, row, time) : row)
  return { lunches, time }
}

/** Nobody is in two lunches at about the same time: refuses, or leaves the others if asked to. */
export async function leaveOverlapping(
  { config }: Deps,
  tx: Db,
  {
    viewer,
    ahead,
    joining,
    move,
    time,
  }: {
    viewer: Viewer
    ahead: LunchRow[]
    joining: { id?: number; leavesAt: string }
    move: boolean | undefined
    time: string
  },
): Promise<void> {
  const leavesAt = new Date(joining.leavesAt)
  const others = ahead.filter(
    row =>
      row.id !== joining.id &&
      row.state !== 'cancelled' &&
      row.leavesAt > time &&
      overlap(new Date(row.leavesAt), leavesAt),
  )
  const [other] = others
  if (other && !move) {
    const [host] = await listFaces(tx, [other.hostId ?? 0])
    const clock = lunchClock(new Date(other.leavesAt), config.timeZone)
    throw conflict(`You are already in ${host?.firstName}’s lunch at ${clock}`, { lunchId: other.id })
  }
  for (const lunch of others) await removeFromLunch(tx, lunch, viewer.id, time)
}
