import { find, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notSignedIn } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { lockOwnLunches } from '../lock-lunches.ts'
import { catchUp } from '../lunch-clock.ts'
import { isVisibleTo } from '../read-lunches.ts'
import { standingNotFound } from './read-standing-lunches.ts'

export type LockedStanding = {
  tx: Db
  /** Locked until the transaction ends. */
  standing: Row<'standingLunches'>
  viewer: Viewer
  time: string
  isRegular: boolean
}

/** Changes a standing lunch in one transaction. Throws if it doesn't exist or isn't visible to the viewer. */
export async function changeLockedStanding<T>(
  deps: Deps,
  { params: { id }, viewer }: { params: { id: number }; viewer: Viewer },
  change: (locked: LockedStanding) => Promise<T>,
): Promise<T> {
  return deps.db.transaction().execute(async tx => {
    const [user] = await lock(tx, 'users', { id: viewer.id })
    if (!user) throw notSignedIn()
    const [standing] = await lock(tx, 'standingLunches', { id })
    if (!standing) throw standingNotFound()
    const isRegular =
      (await find(tx, 'standingRegulars', { standingId: id, userId: viewer.id })) !== undefined
    if (!isVisibleTo(standing, viewer, isRegular)) throw standingNotFound()
    return change({ tx, standing, viewer, time: deps.now().toISOString(), isRegular })
  })
}

/** Locks these lunches, and returns those that have neither left nor been cancelled, with the viewer's others. */
export async function lockMade(
  deps: Deps,
  tx: Db,
  { viewer, ids }: { viewer: Viewer; ids: number[] },
): Promise<{ made: Row<'lunches'>[]; upcoming: Row<'lunches'>[]; time: string }> {
  const { lunches, time } = await lockOwnLunches(deps, tx, viewer, ids)
  const upcoming = await catchUp(tx, lunches, time)
  const made = upcoming.filter(
    ({ id, state, leavesAt }) => ids.includes(id) && state !== 'cancelled' && leavesAt > time,
  )
  return { made, upcoming, time }
}
