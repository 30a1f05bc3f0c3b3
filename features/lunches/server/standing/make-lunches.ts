import { isDisabled } from '#features/accounts/server/users/account-state.ts'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { seconds } from '#kit/rules/units.ts'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import { change, insertOnce, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type BackgroundWork, backgroundWork } from '#kit/server/jobs/background-work.ts'
import { withLease } from '#kit/server/jobs/lease.ts'
import { timesAround } from '../../lunch-times.ts'
import { standingDates, standingDecidesAt, standingDeparture } from '../../standing-lunches.ts'
import { drawForGroup } from '../group-picks/group-picks-api.ts'
import { listBusy } from '../lunch-people.ts'
import { insertLunchAt } from '../lunches-store.ts'
import { skipLateNotices } from '../news/notify.ts'
import { announceLunches, queuePost } from '../news/tell.ts'
import {
  listRegulars,
  listStandingRestaurants,
  listStandingRows,
  type RegularRow,
  standingDaysOf,
} from './standing-lunches-store.ts'

type MakerDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'taste'>

type Due = { standing: Row<'standingLunches'>; date: string }

/** Makes the lunches of standing lunches, each once. */
export function createStandingLunchMaker(deps: MakerDeps): BackgroundWork {
  return backgroundWork({
    interval: 20 * seconds,
    work: async stopping => {
      // Most runs find nothing and need no lease.
      if ((await listDue(deps)).length === 0) return
      await withLease(deps, 'standing-lunches', async lease => {
        const signal = AbortSignal.any([lease.signal, stopping])
        for (const due of await listDue(deps)) {
          if (signal.aborted) return
          // What can't be made now must not hold up what comes after it.
          await makeLunch(deps, due).catch(error => logFailure(deps, error))
          await giveWay()
        }
      })
    },
    onError: (error, isFirst) => {
      // Logging this in every run would flood the log while the database is down.
      if (isFirst) logFailure(deps, error)
    },
  })
}

/** Makes at once what is due of one standing lunch, for the user who changed it. */
export async function makeLunchesOf(deps: MakerDeps, standingId: number): Promise<void> {
  const own = (await listDue(deps)).filter(({ standing }) => standing.id === standingId)
  // The change is saved; what fails here is made a little later.
  for (const due of own) await makeLunch(deps, due).catch(error => logFailure(deps, error))
}

const logFailure = ({ log }: MakerDeps, error: unknown) =>
  log.error({ err: error }, 'a lunch that repeats could not be made')

/** The days whose lunches are to be made now. */
async function listDue({ config: { timeZone }, db, now }: MakerDeps): Promise<Due[]> {
  const time = now()
  const today = localDate(time, timeZone)
  const rows = await listStandingRows(db, { today })
  if (rows.length === 0) return []
  const key = (standingId: number, date: string) => `${standingId} ${date}`
  const daysIn = (table: 'standingDays' | 'standingSkips') =>
    db.selectFrom(table).select(['standingId', 'date']).where('date', '>=', today).execute()
  const days = [...(await daysIn('standingDays')), ...(await daysIn('standingSkips'))]
  const done = new Set(days.map(({ standingId, date }) => key(standingId, date)))
  return rows.flatMap(standing =>
    standingDates(standingDaysOf(standing), time, timeZone)
      .filter(date => !done.has(key(standing.id, date)))
      .filter(date => standingDeparture(date, standing.time, timeZone) > time)
      .map(date => ({ standing, date })),
  )
}

/** Makes the lunch of a day, unless another process was faster or the standing lunch has changed since. */
async function makeLunch(deps: MakerDeps, { standing: seen, date }: Due): Promise<void> {
  const { db, config, now } = deps
  const leavesAt = standingDeparture(date, seen.time, config.timeZone)
  const regulars = await listRegulars(db, [seen.id])
  const restaurants = await placesOf(deps, seen, {
    leavesAt,
    people: await whoComes(db, seen, regulars, leavesAt),
  })
  await db.transaction().execute(async tx => {
    await lock(tx, 'users', { id: regulars.map(({ id }) => id) })
    const [standing] = await lock(tx, 'standingLunches', { id: seen.id })
    if (standing?.version !== seen.version) return
    const day = { standingId: standing.id, date }
    if (!(await insertOnce(tx, 'standingDays', { ...day, lunchId: null }))) return
    const people = await whoComes(tx, standing, await listRegulars(tx, [standing.id]), leavesAt)
    if (people.length === 0) return
    const { campusCode, decidesMinutesBefore, meetingPoint, note, seats, department } = standing
    const made = now()
    const time = made.toISOString()
    const decidesAt = standingDecidesAt(leavesAt, decidesMinutesBefore, made).toISOString()
    const lunch = await insertLunchAt(tx, restaurants, {
      campusCode,
      leavesAt: leavesAt.toISOString(),
      decidesAt: restaurants.length === 1 ? null : decidesAt,
      meetingPoint,
      note,
      seats,
      department,
      people,
      addedBy: null,
      time,
    })
    await change(tx, 'standingDays', day, { lunchId: lunch.id })
    await announceLunches(tx, [lunch], time)
    await queuePost(tx, lunch, { occasion: 'started', time })
    await skipLateNotices(tx, lunch, time)
  })
}

/** The regulars who are put in: those who are in no other lunch at about the time, while there are seats. */
async function whoComes(
  db: Db,
  { seats }: Row<'standingLunches'>,
  regulars: RegularRow[],
  leavesAt: Date,
): Promise<number[]> {
  const ids = regulars.filter(regular => !isDisabled(regular)).map(({ id }) => id)
  const busy = await listBusy(db, ids, timesAround(leavesAt.toISOString()))
  return ids.filter(id => !busy.has(id)).slice(0, seats ?? ids.length)
}

/** The restaurants of a standing lunch that can be chosen now; if there are none, three that these people would like. */
async function placesOf(
  deps: MakerDeps,
  { id, campusCode }: Pick<Row<'standingLunches'>, 'id' | 'campusCode'>,
  { leavesAt, people }: { leavesAt: Date; people: number[] },
): Promise<Row<'restaurants'>[]> {
  const given = (await listStandingRestaurants(deps.db, [id])).map(({ restaurantId }) => restaurantId)
  const rows = await readRestaurantsById(deps.db, given)
  const open = given.flatMap(restaurantId => rows.get(restaurantId) ?? []).filter(row => !row.disabled)
  return open.length > 0 ? open : drawForGroup(deps, { campusCode, userIds: people, leavesAt })
}
