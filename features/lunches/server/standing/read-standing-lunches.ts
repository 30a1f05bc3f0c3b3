import { peopleOf } from '#features/audit/server/people.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { find, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readDaysColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound, notSignedIn } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { StandingLunch } from '../../standing-lunches-contract.ts'
import { lockOwnLunches } from '../lock-lunches.ts'
import { isVisibleTo, profile } from '../read-lunches.ts'
import {
  listRegulars,
  listSkipsOf,
  listStandingRestaurants,
  listUpcomingOf,
} from './standing-lunches-store.ts'

export async function readStanding(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  id: number,
): Promise<StandingLunch> {
  const row = await find(deps.db, 'standingLunches', { id })
  if (!row) throw standingNotFound()
  return presentOne(deps.db, row, todayOf(deps))
}

const standingNotFound = () => notFound('This lunch doesn’t repeat any more')

export const todayOf = ({ config, now }: Pick<Deps, 'config' | 'now'>) => localDate(now(), config.timeZone)

export async function presentOne(db: Db, row: Row<'standingLunches'>, today: string): Promise<StandingLunch> {
  const [standing] = await presentStanding(db, [row], today)
  if (!standing) throw standingNotFound()
  return standing
}

/** With four statements for any number of them. */
export async function presentStanding(
  db: Db,
  rows: Row<'standingLunches'>[],
  today: string,
): Promise<StandingLunch[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const regulars = Map.groupBy(await listRegulars(db, ids), ({ standingId }) => standingId)
  const restaurants = Map.groupBy(await listStandingRestaurants(db, ids), ({ standingId }) => standingId)
  const skips = Map.groupBy(await listSkipsOf(db, ids, today), ({ standingId }) => standingId)
  const hostIds = rows.map(({ hostId }) => hostId)
  const hosts = await peopleOf(db, hostIds)
  return rows.map(row => {
    const { createdAt: _createdAt, hostId, ...fields } = row
    const host = hosts.get(hostId)
    return {
      ...fields,
      weekdays: readDaysColumn(row.weekdays),
      host: host ? profile(host) : null,
      restaurantIds: (restaurants.get(row.id) ?? []).map(({ restaurantId }) => restaurantId),
      regulars: (regulars.get(row.id) ?? []).map(profile),
      skipped: (skips.get(row.id) ?? []).map(({ date }) => date),
    }
  })
}

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

/**
 * Locks the lunches that a standing lunch made and that have neither left nor been cancelled, and returns them with their
 * days, and the viewer's other ones.
 */
export async function lockMade(deps: Deps, { tx, standing, viewer, time: begun }: LockedStanding) {
  const days = new Map((await listUpcomingOf(tx, standing.id, begun)).map(day => [day.lunchId, day]))
  const { upcoming, time } = await lockOwnLunches(deps, tx, viewer, [...days.keys()])
  const made = upcoming.flatMap(lunch => {
    const day = days.get(lunch.id)
    return day && lunch.state !== 'cancelled' && lunch.leavesAt > time ? [{ lunch, day }] : []
  })
  return { made, others: upcoming.filter(({ id }) => !days.has(id)), time }
}
