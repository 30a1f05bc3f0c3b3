import type { Transaction } from 'kysely'
import { lockUser } from '#features/accounts/server/users/users-store.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notSignedIn } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { lockOwnLunches } from '../lock-lunches.ts'
import { catchUp } from '../lunch-clock.ts'
import { isVisibleTo } from '../present-lunches.ts'
import { standingNotFound } from './read-standing-lunches.ts'
import { lockStandingLunch } from './standing-lunches-store.ts'
import { isRegular } from './standing-people-store.ts'

export type LockedStanding = {
  tx: Transaction<Database>
  /** Locked until the transaction ends. */
  standing: Row<'standingLunches'>
  time: string
  isRegular: boolean
}

/** Changes a standing lunch in one transaction. Throws if it doesn't exist or isn't visible to the viewer. */
export async function changeLockedStanding<T>(
  deps: Deps,
  { id, viewer }: { id: number; viewer: Viewer },
  change: (locked: LockedStanding) => Promise<T>,
): Promise<T> {
  return deps.db.transaction().execute(async tx => {
    if (!(await lockUser(tx, viewer.id))) throw notSignedIn()
    const standing = await lockStandingLunch(tx, id)
    if (!standing) throw standingNotFound()
    const isOne = await isRegular(tx, id, viewer.id)
    if (!isVisibleTo(standing, viewer, isOne)) throw standingNotFound()
    return change({ tx, standing, time: deps.now().toISOString(), isRegular: isOne })
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
