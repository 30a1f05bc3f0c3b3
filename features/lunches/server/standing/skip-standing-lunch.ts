import type { By } from '#features/audit/server/record-audit.ts'
import { addDays } from '#kit/rules/time/zoned-time.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid } from '#kit/server/http/errors.ts'
import { isStandingDay, standingDeparture } from '../../standing-lunches.ts'
import type { StandingLunch } from '../../standing-lunches-contract.ts'
import { cancel } from '../host-lunch.ts'
import { auditUnlessHost, hasLeft, requireHost } from '../lock-lunches.ts'
import { touchLunches } from '../news/touch-lunches.ts'
import { changeLockedStanding, lockMade } from './lock-standing-lunch.ts'
import { makeLunchesOf } from './make-lunches.ts'
import { readStanding, todayOf } from './read-standing-lunches.ts'
import { findDay, forgetDay, insertSkip, isSkipped, removeSkip } from './standing-days-store.ts'
import { standingDaysOf, updateStandingLunch } from './standing-lunches-store.ts'

/** How far ahead a day may be skipped. */
const maxDaysAhead = 366

type Skip = { id: number; date: string }

/** Skips a day: its lunch is cancelled. Does nothing if it is skipped already. */
export async function skipDay(deps: Deps, { id, date }: Skip, by: By): Promise<StandingLunch> {
  const { viewer } = by
  await changeLockedStanding(deps, { id, viewer }, async ({ tx, standing }) => {
    requireHost(standing, viewer)
    requireOwnDay(deps, standing, date)
    const day = { standingId: id, date }
    if (await isSkipped(tx, day)) return
    const made = await findDay(tx, day)
    const ids = made?.lunchId ? [made.lunchId] : []
    const { made: upcoming, time } = await lockMade(deps, tx, { viewer, ids })
    if (upcoming.length === 0) requireAhead(deps, standing, date, time)
    for (const lunch of upcoming) await cancel(tx, lunch.id, { time, by: viewer.id })
    await insertSkip(tx, day)
    await record(tx, standing, { details: { skipped: date }, by, time })
  })
  return readStanding(deps, id)
}

/** Lets the lunch of a skipped day be made again, as a new one. Does nothing if the day isn't skipped. */
export async function unskipDay(deps: Deps, { id, date }: Skip, by: By): Promise<StandingLunch> {
  const { viewer } = by
  await changeLockedStanding(deps, { id, viewer }, async ({ tx, standing, time }) => {
    requireHost(standing, viewer)
    requireOwnDay(deps, standing, date)
    const day = { standingId: id, date }
    if (!(await isSkipped(tx, day))) return
    requireAhead(deps, standing, date, time)
    await removeSkip(tx, day)
    const made = await findDay(tx, day)
    await forgetDay(tx, day)
    // Its cancelled lunch is an ordinary one from now on.
    if (made?.lunchId) await touchLunches(tx, [made.lunchId], time)
    await record(tx, standing, { details: { notSkipped: date }, by, time })
  })
  await makeLunchesOf(deps, id)
  return readStanding(deps, id)
}

async function record(
  tx: Db,
  standing: Row<'standingLunches'>,
  change: { details: object; by: By; time: string },
): Promise<void> {
  await updateStandingLunch(tx, standing.id, {})
  await auditUnlessHost(tx, standing, { action: 'STANDING_LUNCH_UPDATED', ...change })
}

function requireOwnDay(deps: Deps, standing: Row<'standingLunches'>, date: string): void {
  const today = todayOf(deps)
  if (date < today) throw invalid('date', 'This day is past')
  if (date > addDays(today, maxDaysAhead)) throw invalid('date', 'Choose a day within a year')
  if (!isStandingDay(standingDaysOf(standing), date))
    throw invalid('date', 'This lunch doesn’t take place on this day')
}

function requireAhead(
  { config }: Pick<Deps, 'config'>,
  standing: Row<'standingLunches'>,
  date: string,
  time: string,
): void {
  if (standingDeparture(date, standing.time, config.timeZone).toISOString() <= time) throw hasLeft()
}
