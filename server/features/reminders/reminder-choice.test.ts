import { describe, expect, test } from 'vitest'
import { createBackup, restoreBackup } from '#contract/backups.ts'
import { getReminder, saveReminder } from '#contract/reminders.ts'
import { startApp } from '#server/testing/start-app.ts'

const app = await startApp()
const save = (who: { id: number }, reminder: { time: string; days: number[] } | null) =>
  app.as(who).call(saveReminder, { body: { reminder } })

describe('the choice of a reminder', () => {
  test('is off, can be made, changed and taken back', async () => {
    const ana = await app.user()
    expect((await app.as(ana).call(getReminder)).body).toEqual({ reminder: null })
    const { body } = await save(ana, { time: '11:15', days: [4, 0, 4] })
    expect(body).toEqual({ reminder: { time: '11:15', days: [0, 4] } })
    expect((await app.as(ana).call(getReminder)).body).toEqual(body)
    expect((await save(ana, null)).body).toEqual({ reminder: null })
    expect((await save(ana, null)).status, 'a second click').toBe(200)
    expect((await app.as(ana).call(getReminder)).body).toEqual({ reminder: null })
  })

  test.each([
    [{ time: '11:15', days: [] }, 'Choose at least one day'],
    [{ time: '24:00', days: [1] }, 'Choose a time from 00:00 to 23:59'],
    [{ time: '9:00', days: [1] }, 'Choose a time from 00:00 to 23:59'],
    [{ time: '11:00', days: [7] }, undefined],
    [{ time: '11:00', days: [1, 1, 1, 1, 1, 1, 1, 1] }, undefined],
    [{ time: '11:00', days: '1' } as never, 'Choose at least one day'],
  ])('%j is refused', async (reminder, message) => {
    const ana = await app.user()
    const reply = await save(ana, reminder)
    expect(reply.status).toBe(400)
    if (message) expect(reply.message).toBe(message)
    expect((await app.as(ana).call(getReminder)).body.reminder).toBeNull()
  })

  test('comes back with a backup', async () => {
    const ana = await app.user()
    await save(ana, { time: '10:45', days: [1, 3] })
    const root = app.as(await app.superUser())
    const { body: backup } = await root.call(createBackup, { body: { includeImages: false } })
    await save(ana, null)
    await root.call(restoreBackup, { params: { filename: backup.filename } })
    expect((await app.as(ana).call(getReminder)).body.reminder).toEqual({ time: '10:45', days: [1, 3] })
  })
})
