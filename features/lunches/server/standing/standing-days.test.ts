// On both engines: transactions, locks.
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteCampus, listAdminCampuses } from '#features/campuses/contract.ts'
import { saveDepartments } from '#features/departments/contract.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { regular, make, madeBy } = standingLunchesOf(app)
const root = app.as(await app.superUser())

// A Friday; the next Tuesday is the 24th.
const friday = '2026-11-20T15:00:00Z'
const tuesday = '2026-11-24'
const local = (date: string, time: string) => new Date(`${date}T${time}:00-05:00`).toISOString()
const firstOf = async (standing: { id: number }) => (await madeBy(standing))[0] ?? { id: 0 }

beforeEach(async () => {
  app.clock.set(friday)
  for (const table of ['standingLunches', 'lunches'] as const) await app.db.deleteFrom(table).execute()
})

describe('skipping a day', () => {
  test('its lunch is cancelled, and made again as a new one', async () => {
    const ana = await regular()
    const standing = await ana.repeat()
    const lunch = await firstOf(standing)
    expect((await ana.skip(standing, tuesday)).body.skipped).toEqual([tuesday])
    await ana.skip(standing, tuesday)
    await make()
    expect((await ana.see(lunch)).body.state).toBe('cancelled')
    expect((await ana.unskip(standing, tuesday)).body.skipped).toEqual([])
    await ana.unskip(standing, tuesday)
    const again = await firstOf(standing)
    expect(again.id).not.toBe(lunch.id)
    expect((await ana.see(again)).body).toMatchObject({ state: 'voting', standing: { id: standing.id } })
  })

  test('a day further ahead isn’t made when its time comes', async () => {
    const ana = await regular()
    const standing = await ana.repeat()
    await ana.skip(standing, '2026-12-01')
    app.clock.set('2026-12-03T15:00:00Z')
    await make()
    expect((await madeBy(standing)).map(({ date }) => date)).toEqual([tuesday, '2026-12-08'])
  })

  test('a lunch that was cancelled by hand stays cancelled', async () => {
    const ana = await regular()
    const standing = await ana.repeat()
    const lunch = await firstOf(standing)
    await ana.cancel(lunch)
    await ana.unskip(standing, tuesday)
    await ana.edit(standing, { time: '12:30' })
    await make()
    expect(await madeBy(standing)).toMatchObject([{ id: lunch.id, state: 'cancelled' }])
  })

  test.each([
    ['2026-11-17', 'This day is past'],
    ['2026-11-25', 'This lunch doesn’t take place on this day'],
    ['2028-11-28', 'Choose a day within a year'],
  ])('%s is rejected', async (date, message) => {
    const ana = await regular()
    const standing = await ana.repeat()
    for (const reply of [await ana.skip(standing, date), await ana.unskip(standing, date)])
      expect([reply.status, reply.message]).toEqual([400, message])
  })

  test('a lunch that has left can’t be skipped', async () => {
    const ana = await regular()
    const standing = await ana.repeat()
    app.clock.set(local(tuesday, '12:01'))
    expect((await ana.skip(standing, tuesday)).message).toBe('This lunch has left')
  })
})

describe('what it belongs to', () => {
  test('a campus that has one can’t be deleted', async () => {
    const ana = await regular()
    const standing = await ana.repeat({ campusCode: 'matthews', weekdays: [1] })
    await app.db.deleteFrom('lunches').execute()
    const matthews = (await root.call(listAdminCampuses)).body.find(({ code }) => code === 'matthews')
    const remove = () => root.call(deleteCampus, { params: { id: matthews?.id ?? 0 } })
    expect((await remove()).message).toBe(
      `Campus "${matthews?.name}" has 1 lunch that repeats. End it first.`,
    )
    await ana.end(standing)
    expect((await remove()).status).toBe(204)
  })

  test('it stays with a department that is renamed', async () => {
    const ana = await regular({ department: 'Worship' })
    const standing = await ana.repeat({ department: 'Worship' })
    const rows = await app.db.selectFrom('departments').select('name').orderBy('position').execute()
    const departments = rows.map(({ name }) => (name === 'Worship' ? 'Music' : name))
    await root.call(saveDepartments, { body: { departments, rename: { from: 'Worship', to: 'Music' } } })
    expect(await ana.seeStanding(standing)).toMatchObject({ department: 'Music' })
  })
})
