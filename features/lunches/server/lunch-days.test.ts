import { expect, test } from 'vitest'
import { deleteAccount } from '#features/accounts/contract.ts'
import { updateUser } from '#features/accounts/users-contract.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { eater, places } = lunchesOf(app)
const [diner] = await places(1)
const ids = async (who: { list: () => Promise<{ id: number }[]> }) => (await who.list()).map(({ id }) => id)

// Which days these are when the clocks change is tested in features/lunches/lunch-times.test.ts.
test('the list contains today and the next six days in local time, ordered by departure', async () => {
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

test.each(['deleted', 'disabled'] as const)(
  'an account that is %s leaves the lunches ahead as if the person had left them; past ones go on',
  async how => {
    app.clock.set('2027-05-03T15:00:00Z')
    const [ana, ben] = [await eater({ email: `ana.${how}@example.org` }), await eater()]
    const [cafe] = await places(1)
    const past = await ana.start([diner], { leavesAt: '2027-05-03T15:30:00Z' })
    await ben.join(past)
    app.clock.set('2027-05-03T16:00:00Z')
    const shared = await ana.start([diner, cafe], { leavesAt: '2027-05-03T18:00:00Z', seats: 2 })
    await ben.vote(shared, [diner])
    await ana.vote(shared, [diner])
    const alone = await ana.start([diner], { leavesAt: '2027-05-04T18:00:00Z' })

    const params = { id: ana.id }
    const root = app.as(await app.superUser())
    const { status } =
      how === 'deleted'
        ? await ana.call(deleteAccount, { params, body: { email: ana.email } })
        : await root.call(updateUser, { params, body: { canLogin: false } })
    expect(status).toBeLessThan(300)

    const isGone = how === 'deleted'
    const left = isGone ? [ben] : [ana, ben]
    expect((await ben.see(past)).body).toMatchObject({
      host: { id: left[0]?.id },
      state: 'decided',
      people: left.map(({ id }) => ({ id })),
    })
    expect((await ben.see(shared)).body).toMatchObject({
      host: { id: ben.id },
      people: [{ id: ben.id }],
      options: [{ addedBy: isGone ? null : { id: ana.id }, voters: [{ id: ben.id }] }, {}],
    })
    expect((await ben.see(alone)).body).toMatchObject({ state: 'cancelled', people: [] })
    expect((await app.row('lunches', alone)).peopleCount).toBe(0)
  },
)
