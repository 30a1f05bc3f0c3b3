import { addRegular, listStandingRows } from '#features/lunches/server/standing/standing-lunches-store.ts'
import { addDays, localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { insert } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'

type Plan = { campusCode: string; regularIds: number[]; now: Date; timeZone: string }

/** A lunch that repeats, unless there is one. It has no places: three are proposed each week. */
export async function insertDemoStandingLunch(
  tx: Db,
  { campusCode, regularIds, now, timeZone }: Plan,
): Promise<void> {
  const today = localDate(now, timeZone)
  const [hostId] = regularIds
  if (hostId === undefined || (await listStandingRows(tx, { today })).length > 0) return
  const standing = await insert(tx, 'standingLunches', {
    campusCode,
    hostId,
    weekdays: String(weekdayOf(addDays(today, 2))),
    time: '12:00',
    decidesMinutesBefore: 30,
    meetingPoint: 'the lobby',
    note: 'The weekly team lunch. Everyone is welcome.',
    seats: null,
    department: null,
    endsOn: null,
    version: 0,
    createdAt: now.toISOString(),
  })
  for (const id of regularIds) await addRegular(tx, standing, id)
}
