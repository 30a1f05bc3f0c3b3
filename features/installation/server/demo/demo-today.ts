import { addRegular, listStandingRows } from '#features/lunches/server/standing/standing-lunches-store.ts'
import { addDays, instantOf, localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { insert, list } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { campuses } from '../first-data.ts'
import { type DemoLunch, insertDemoLunch, listGuests } from './demo-lunches.ts'

const minute = 60_000

/** Run at each start of the demo: adds a lunch that leaves soon, one to vote on, one for tomorrow, and one that repeats. */
export async function planDemoLunches({ db, now, config }: Deps): Promise<void> {
  const { timeZone } = config
  const time = now()
  const today = localDate(time, timeZone)
  const [campus] = campuses
  await db.transaction().execute(async tx => {
    const upcoming = await tx
      .selectFrom('lunches')
      .select('leavesAt')
      .where('leavesAt', '>=', time.toISOString())
      .where('campusCode', '=', campus.code)
      .execute()
    if (upcoming.some(({ leavesAt }) => localDate(new Date(leavesAt), timeZone) === today)) return
    const guests = await listGuests(tx, campus.code)
    const places = (await list(tx, 'restaurants', { campusCode: campus.code }, { order: ['id'] })).filter(
      ({ disabled }) => !disabled,
    )
    if (guests.length < 14 || places.length < 8) return
    const midnight = instantOf(addDays(today, 1), '00:00', timeZone).getTime()
    // Even shortly before midnight, the lunch must leave today.
    const inMinutes = (minutes: number) =>
      new Date(Math.min(time.getTime() + minutes * minute, midnight - minute / 2))
    const tomorrow = instantOf(addDays(today, 1), '12:00', timeZone)
    const plans: DemoLunch[] = [
      {
        leavesAt: inMinutes(25),
        places: places.slice(0, 1),
        guests: guests.slice(1, 6),
        meetingPoint: 'the lobby',
        seats: 8,
        note: 'Back by one, promised.',
      },
      {
        leavesAt: inMinutes(70),
        places: places.slice(1, 5),
        guests: guests.slice(6, 12),
        meetingPoint: 'the parking lot',
      },
      {
        leavesAt: tomorrow,
        places: places.slice(5, 8),
        guests: guests.slice(12, 14),
        meetingPoint: 'Door B',
      },
    ]
    // A demo that is started again in the evening has tomorrow's already.
    const isThere = ({ leavesAt }: DemoLunch) =>
      upcoming.some(lunch => lunch.leavesAt === leavesAt.toISOString())
    for (const plan of plans) if (!isThere(plan)) await insertDemoLunch(tx, plan, campus.code, time)
    if ((await listStandingRows(tx, { today })).length > 0) return
    // It has no places: three are proposed each week.
    const regularIds = guests.slice(2, 7).map(({ id }) => id)
    const standing = await insert(tx, 'standingLunches', {
      campusCode: campus.code,
      hostId: regularIds[0] ?? null,
      weekdays: String(weekdayOf(addDays(today, 2))),
      time: '12:00',
      decidesMinutesBefore: 30,
      meetingPoint: 'the lobby',
      note: 'The weekly team lunch. Everyone is welcome.',
      seats: null,
      department: null,
      endsOn: null,
      version: 0,
      createdAt: time.toISOString(),
    })
    for (const id of regularIds) await addRegular(tx, standing, id)
  })
}
