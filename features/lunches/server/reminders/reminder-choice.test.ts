import { describe, expect, test } from 'vitest'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getReminder, saveReminder } from '../../reminders-contract.ts'

const app = await startApp()
const { eater } = lunchesOf(app)
const save = (who: { id: number }, reminder: { time: string; days: number[] } | null) =>
  app.as(who).call(saveReminder, { body: { reminder } })

describe('the choice of a reminder', () => {
  test('is off by default, and can be set and turned off again', async () => {
    const ana = await app.user()
    expect((await app.as(ana).call(getReminder)).body).toEqual({ reminder: null })
    const { body } = await save(ana, { time: '11:15', days: [4, 0, 4] })
    expect(body).toEqual({ reminder: { time: '11:15', days: [0, 4] } })
    expect((await app.as(ana).call(getReminder)).body).toEqual(body)
    expect((await save(ana, null)).body).toEqual({ reminder: null })
    expect((await save(ana, null)).status, 'a second click').toBe(200)
    expect((await app.as(ana).call(getReminder)).body).toEqual({ reminder: null })
  })

  test('made while the clock was ahead takes effect once the clock is correct [D-15]', async () => {
    const ana = await app.user()
    app.clock.set('2026-12-20T09:00:00-05:00')
    await save(ana, { time: '11:00', days: [4] })
    app.clock.set('2026-11-20T10:00:00-05:00')
    const leavesAt = new Date('2026-11-20T12:00:00-05:00').toISOString()
    await (await eater()).start([await app.restaurant()], { leavesAt })
    app.clock.set('2026-11-20T11:00:00-05:00')
    app.deps.jobs.reminders.wake()
    await app.deps.jobs.reminders.settled()
    expect(await app.mailsTo(ana)).toHaveLength(1)
  })
})
