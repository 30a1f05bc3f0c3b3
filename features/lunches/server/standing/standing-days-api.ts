import type { FastifyInstance } from 'fastify'
import { addDays } from '#kit/rules/time/zoned-time.ts'
import { find, insert, remove } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { isStandingDay, standingDeparture } from '../../standing-lunches.ts'
import { skipStandingLunch, unskipStandingLunch } from '../../standing-lunches-contract.ts'
import { auditUnlessHost } from '../lock-lunches.ts'
import { changeAndTell } from '../news/tell.ts'
import { touchLunches } from '../news/touch-lunches.ts'
import { hasLeft, requireHost } from '../requirements.ts'
import { makeLunchesOf } from './make-lunches.ts'
import { changeLockedStanding, lockMade, readStanding, todayOf } from './read-standing-lunches.ts'
import { standingDaysOf, updateStandingLunch } from './standing-lunches-store.ts'

/** How far ahead a day may be skipped. */
const maxDaysAhead = 366

/** Skipping single days of a standing lunch. */
export function standingDaysApi(app: FastifyInstance, deps: Deps): void {
  serve(app, skipStandingLunch, async call => {
    const { id, date } = call.params
    await changeLockedStanding(deps, call, async locked => {
      const { tx, standing, viewer } = locked
      requireHost(standing, viewer)
      requireOwnDay(deps, standing, date)
      const skip = { standingId: id, date }
      if (await find(tx, 'standingSkips', skip)) return
      const { made, time } = await lockMade(deps, locked)
      const skipped = made.find(({ day }) => day.date === date)
      if (skipped) await changeAndTell(tx, skipped.lunch.id, { state: 'cancelled' }, { time, by: viewer.id })
      else requireAhead(deps, standing, date, time)
      await insert(tx, 'standingSkips', skip)
      await updateStandingLunch(tx, id, {})
      const details = { skipped: date }
      await auditUnlessHost(tx, standing, { action: 'STANDING_LUNCH_UPDATED', details, by: call, time })
    })
    return readStanding(deps, id)
  })

  // The lunch of the day is made again, as a new one.
  serve(app, unskipStandingLunch, async call => {
    const { id, date } = call.params
    await changeLockedStanding(deps, call, async ({ tx, standing, viewer, time }) => {
      requireHost(standing, viewer)
      requireOwnDay(deps, standing, date)
      const day = { standingId: id, date }
      if (!(await find(tx, 'standingSkips', day))) return
      requireAhead(deps, standing, date, time)
      await remove(tx, 'standingSkips', day)
      const [done] = await remove(tx, 'standingDays', day)
      // Its cancelled lunch is an ordinary one from now on.
      if (done?.lunchId) await touchLunches(tx, [done.lunchId], time)
      await updateStandingLunch(tx, id, {})
      const details = { notSkipped: date }
      await auditUnlessHost(tx, standing, { action: 'STANDING_LUNCH_UPDATED', details, by: call, time })
    })
    await makeLunchesOf(deps, id)
    return readStanding(deps, id)
  })
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
