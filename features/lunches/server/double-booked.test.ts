// On both engines: the statement that finds who is in two lunches.
import { beforeEach, describe, expect, test } from 'vitest'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { eater, inMinutes, places } = lunchesOf(app)
const { regular, madeBy } = standingLunchesOf(app)

beforeEach(async () => {
  // 10 AM on a Friday.
  app.clock.set('2026-11-20T15:00:00Z')
  for (const table of ['standingLunches', 'lunches', 'restaurants'] as const)
    await app.db.deleteFrom(table).execute()
})

const asked = ({ status, message, error }: { status: number; message?: string; error: object }) => [
  status,
  message,
  'doubleBooked' in error && error.doubleBooked,
]

describe('who moves a lunch to when others in it are in another one', () => {
  test('must know how many; those of others’ cancelled lunches, and more than 90 minutes away, don’t count', async () => {
    const [ana, ben, cal, dee] = [await eater(), await eater(), await eater(), await eater()]
    const [one] = await places(1)
    const lunch = await ana.start([one], { leavesAt: inMinutes(30) })
    const [late, later] = [
      await ben.start([one], { leavesAt: inMinutes(200) }),
      await dee.start([one], { leavesAt: inMinutes(201) }),
    ]
    await cal.join(late)
    for (const who of [ben, cal, dee]) await who.join(lunch)
    const leavesAt = inMinutes(110)
    const two = 'others would be in two lunches at about that time'
    const reply = await ana.change(lunch, { leavesAt, doubleBooked: 0 })
    expect(asked(reply)).toEqual([409, `2 ${two}`, 2])
    expect((await ana.see(lunch)).body).toMatchObject({
      leavesAt: lunch.leavesAt,
      version: lunch.version + 3,
    })
    await dee.change(later, { leavesAt: inMinutes(199) })
    const more = await ana.change(lunch, { leavesAt, doubleBooked: 2 })
    expect(asked(more)).toEqual([409, `3 ${two}`, 3])
    await dee.cancel(later)
    expect((await ana.change(lunch, { leavesAt, doubleBooked: 2 })).body.leavesAt).toBe(leavesAt)
    expect((await ana.change(lunch, { note: 'Same time', doubleBooked: 0 })).status).toBe(200)
    // Pages of earlier versions don't send the number.
    expect((await ana.change(lunch, { leavesAt: inMinutes(120) })).status).toBe(200)
  })

  test('must also if it is a lunch that repeats, for all its days together', async () => {
    const [ana, ben, cal] = [await regular(), await regular(), await regular()]
    const [one] = await places(1)
    const standing = await ana.repeat({ weekdays: [0, 1, 2], time: '11:30', restaurantIds: [one.id] })
    const made = await madeBy(standing)
    for (const who of [ben, cal]) for (const lunch of made) await who.join(lunch)
    const at = (i: number, clock: string) => `${made[i]?.date}T${clock}:00-05:00`
    for (const i of [0, 1]) await ben.start([one], { leavesAt: at(i, '14:00') })
    await cal.start([one], { leavesAt: at(2, '14:30') })
    expect(asked(await ana.edit(standing, { time: '12:30', doubleBooked: 0 }))).toEqual([
      409,
      '1 other would be in two lunches at about that time',

      1,
    ])
    expect((await madeBy(standing)).map(({ leavesAt }) => leavesAt)).toEqual(
      made.map(({ leavesAt }) => leavesAt),
    )
    expect((await ana.edit(standing, { time: '13:00', doubleBooked: 1 })).error.doubleBooked).toBe(2)
    expect((await ana.edit(standing, { time: '13:00', doubleBooked: 2 })).status).toBe(200)
  })
})
