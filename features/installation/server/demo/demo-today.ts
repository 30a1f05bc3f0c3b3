import { addDays, instantOf, localDate } from '#kit/rules/time/zoned-time.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { campuses } from '../first-data.ts'
import { type DemoLunch, insertDemoLunch, listGuests } from './demo-lunches.ts'
import { insertDemoStandingLunch } from './demo-standing.ts'

const minute = 60_000

/** Run at each start of the demo: adds a lunch that leaves soon, one to vote on, and one for tomorrow. */
export async function planDemoLunches({ db, now, config }: Deps): Promise<void> {
  const { timeZone } = config
  const time = now()
  const [campus] = campuses
  await db.transaction().execute(async tx => {
    const upcoming = await tx
      .selectFrom('lunches')
      .select('leavesAt')
      .where('leavesAt', '>=', time.toISOString())
      .where('campusCode', '=', campus.code)
      .execute()
    if (upcoming.some(lunch => isSameDay(lunch, time, timeZone))) return
    const guests = await listGuests(tx, campus.code)
    const places = (await list(tx, 'restaurants', { campusCode: campus.code }, { order: ['id'] })).filter(
      ({ disabled }) => !disabled,
    )
    if (guests.length < 14 || places.length < 8) return
    const midnight = instantOf(addDays(localDate(time, timeZone), 1), '00:00', timeZone).getTime()
    // Even shortly before midnight, the lunch must leave today.
    const inMinutes = (minutes: number) =>
      new Date(Math.min(time.getTime() + minutes * minute, midnight - minute / 2))
    const tomorrow = instantOf(addDays(localDate(time, timeZone), 1), '12:00', timeZone)
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
    for (const plan of plans) await insertDemoLunch(tx, plan, campus.code, time)
    const regularIds = guests.slice(2, 7).map(({ id }) => id)
    await insertDemoStandingLunch(tx, { campusCode: campus.code, regularIds, now: time, timeZone })
  })
}

const isSameDay = ({ leavesAt }: { leavesAt: string }, time: Date, timeZone: string) =>
  localDate(new Date(leavesAt), timeZone) === localDate(time, timeZone)
