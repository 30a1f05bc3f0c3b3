import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#features/accounts/contract.ts'
import { updateUser } from '#features/accounts/users-contract.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { eater, places } = lunchesOf(app)
const [diner] = await places(1)
const ids = async (who: { list: () => Promise<{ id: number }[]> }) => (await who.list()).map(({ id }) => id)

// Which days these are when the clocks change is tested in features/lunches/lunch-times.test.ts.
describe('the list', () => {
  test('contains today and the next six days in local time, ordered by departure', async () => {
    app.clock.set('2026-11-20T15:00:00Z')
    const [ana, ben] = [await eater(), await eater()]
    const week = await ben.start([diner], { leavesAt: '2026-11-27T04:59:00Z' })
    const today = await ana.start([diner], { leavesAt: '2026-11-20T17:00:00Z' })
    expect(await ids(ana)).toEqual([today.id, week.id])

    app.clock.set('2026-11-21T04:59:30Z')
    expect(await ids(ana), 'a lunch that left stays until midnight').toEqual([today.id, week.id])
    app.clock.set('2026-11-21T05:00:00Z')
    expect(await ids(ana)).toEqual([week.id])
    expect((await ana.see(today)).status, 'by its id for good').toBe(200)
  })
})

describe('a deleted account', () => {
  test('disappears from its lunches, and upcoming ones continue as if the person had left them', async () => {
    app.clock.set('2027-05-03T15:00:00Z')
    const [ana, ben] = [await eater({ email: 'ana.leaver@example.org' }), await eater()]
    const [cafe] = await places(1)
    const past = await ana.start([diner], { leavesAt: '2027-05-03T15:30:00Z' })
    await ben.join(past)
    app.clock.set('2027-05-03T16:00:00Z')
    const shared = await ana.start([diner, cafe ?? diner], { leavesAt: '2027-05-03T18:00:00Z' })
    await ben.vote(shared, [diner])
    await ana.vote(shared, [diner])
    const alone = await ana.start([diner], { leavesAt: '2027-05-04T18:00:00Z' })
    const { status } = await ana.call(deleteAccount, {
      params: { id: ana.id },
      body: { email: 'ana.leaver@example.org' },
    } as never)
    expect(status).toBe(204)
    expect((await ben.see(past)).body).toMatchObject({
      host: { id: ben.id },
      state: 'decided',
      people: [{ id: ben.id }],
    })
    const left = (await ben.see(shared)).body
    expect(left).toMatchObject({ host: { id: ben.id }, people: [{ id: ben.id }] })
    expect(left.options[0]).toMatchObject({ addedBy: null, voters: [{ id: ben.id }] })
    expect((await ben.see(alone)).body).toMatchObject({ host: null, state: 'cancelled', people: [] })
    expect(
      await app.db.selectFrom('lunches').select('peopleCount').where('id', '=', alone.id).execute(),
    ).toEqual([{ peopleCount: 0 }])
  })
})

test('a disabled account leaves the lunches ahead, and the next person hosts them; past ones stay as they were', async () => {
  app.clock.set('2027-05-10T15:00:00Z')
  const root = app.as(await app.superUser())
  const [ana, ben] = [await eater(), await eater()]
  const [cafe] = await places(1)
  const past = await ana.start([diner], { leavesAt: '2027-05-10T15:30:00Z' })
  app.clock.set('2027-05-10T16:00:00Z')
  const shared = await ana.start([diner, cafe ?? diner], { leavesAt: '2027-05-10T18:00:00Z', seats: 2 })
  await ana.vote(shared, [diner])
  await ben.join(shared)
  const alone = await ana.start([diner], { leavesAt: '2027-05-11T18:00:00Z' })
  const disable = { params: { id: ana.id }, body: { canLogin: false } }
  expect((await root.call(updateUser, disable)).status).toBe(200)
  const { host, people, options } = (await ben.see(shared)).body
  expect([host?.id, people.map(({ id }) => id), options[0]?.voters]).toEqual([ben.id, [ben.id], []])
  expect((await ben.see(alone)).body).toMatchObject({ state: 'cancelled', people: [] })
  expect((await ben.see(past)).body).toMatchObject({ host: { id: ana.id }, people: [{ id: ana.id }] })
})
