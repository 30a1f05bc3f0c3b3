import { beforeEach, describe, expect, test } from 'vitest'
import { deleteRestaurant, updateRestaurant } from '#features/restaurants/contract.ts'
import { restoreTrash } from '#features/trash/contract.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { eater, eaterOf, places, inMinutes } = lunchesOf(app)
const root = app.as(await app.superUser())

beforeEach(() => app.clock.set('2026-11-20T15:00:00Z'))

const rejected = (reply: { status: number; message: string | undefined }) => [reply.status, reply.message]
const disable = ({ id }: { id: number }, disabled = true) =>
  root.call(updateRestaurant, { params: { id }, body: { disabled } })
/** A lunch of three people with a vote among three places. */
async function vote() {
  const [ana, ben, cleo] = [await eater(), await eater(), await eater()]
  const [one, two, three] = await places(3)
  const lunch = await ana.start([one, two, three])
  await ben.join(lunch)
  await cleo.join(lunch)
  return { ana, ben, cleo, one, two, three, lunch }
}
const votesOf = ({ options }: { options: { name: string; voters: { id: number }[] }[] }) =>
  Object.fromEntries(options.map(option => [option.name, option.voters.map(voter => voter.id)]))

describe('votes', () => {
  test('replace all earlier votes of a person, and voting joins the lunch', async () => {
    const { ana, one, two, three, lunch } = await vote()
    const dora = await eater()
    const voted = (await dora.vote(lunch, [one, three, one])).body
    expect(voted.people.at(-1)?.id).toBe(dora.id)
    expect(votesOf(voted)).toEqual({ [one.name]: [dora.id], [two.name]: [], [three.name]: [dora.id] })
    const again = (await dora.vote(lunch, [three, one])).body
    expect(again.version, 'the same again is no change').toBe(voted.version)
    await ana.vote(lunch, [two])
    expect(votesOf((await dora.vote(lunch, [two])).body)).toEqual({
      [one.name]: [],
      [two.name]: [ana.id, dora.id],
      [three.name]: [],
    })
    expect(votesOf((await dora.vote(lunch, [])).body)[two.name]).toEqual([ana.id])
  })

  test('can only go to places of the lunch', async () => {
    const { ana, lunch } = await vote()
    const [other] = await places(1)
    expect(rejected(await ana.vote(lunch, [other ?? lunch]))).toEqual([
      409,
      `${other?.name} is not among the places of this lunch`,
    ])
    expect(rejected(await ana.vote(lunch, [{ id: 987_654 }]))).toEqual([404, 'Restaurant not found'])
  })

  test('can go to places that people in the lunch add, up to eight', async () => {
    const { ana, ben, one, lunch } = await vote()
    const [extra, ...more] = await places(6)
    expect(rejected(await (await eater()).add(lunch, extra))).toEqual([403, 'Join this lunch to add a place'])
    const added = (await ben.add(lunch, extra)).body
    expect(added.options.at(-1)).toMatchObject({ restaurantId: extra.id, addedBy: { id: ben.id } })
    expect((await ana.add(lunch, extra)).body.version, 'there already').toBe(added.version)
    expect((await ana.add(lunch, one)).body.version).toBe(added.version)
    for (const place of more.slice(0, 4)) expect((await ana.add(lunch, place)).status).toBe(200)
    expect(rejected(await ana.add(lunch, more[4] ?? extra))).toEqual([409, 'A vote has at most 8 places'])
  })
})

describe('the decision', () => {
  test('goes to the place with the most votes, at the first read after the vote’s end [T-111]', async () => {
    const { ana, ben, cleo, one, two, lunch } = await vote()
    await ana.vote(lunch, [one, two])
    await ben.vote(lunch, [two])
    app.clock.advance({ minutes: 49, seconds: 50 })
    expect((await cleo.see(lunch)).body.state).toBe('voting')
    app.clock.advance({ seconds: 20 })
    const read = (await cleo.list()).find(({ id }) => id === lunch.id)
    expect(read).toMatchObject({
      state: 'decided',
      decision: { restaurantId: two.id, name: two.name, how: 'votes', tied: [] },
    })
    expect((await ana.see(lunch)).body).toEqual(read)
    for (const reply of [await ana.vote(lunch, [one]), await ana.add(lunch, one), await ana.closeVote(lunch)])
      expect(rejected(reply)).toEqual([409, 'The vote is closed'])
    expect((await (await eater()).join(lunch)).status, 'joining goes on').toBe(200)
  })

  test('is drawn among tied places', async () => {
    const { ana, ben, one, three, lunch } = await vote()
    await ana.vote(lunch, [one])
    await ben.vote(lunch, [three])
    const drawn = (await ana.closeVote(lunch)).body.decision
    expect(drawn).toMatchObject({ how: 'draw', tied: [one.id, three.id] })
    expect([one.id, three.id]).toContain(drawn?.restaurantId)
  })

  test('is drawn at random', async () => {
    const eight = await places(8)
    const drawn = new Set<number | undefined>()
    // Ten draws among eight places are all equal about once in a hundred million times.
    for (let round = 0; round < 10; round += 1) {
      const host = await eater()
      drawn.add((await host.closeVote(await host.start(eight))).body.decision?.restaurantId)
    }
    expect(drawn.size).toBeGreaterThan(1)
  })

  test('rejects a vote after its end, even if no one has read the lunch since', async () => {
    const { ana, one, lunch } = await vote()
    app.clock.advance({ minutes: 51 })
    expect(rejected(await ana.vote(lunch, [one]))).toEqual([409, 'The vote is closed'])
  })

  test('counts the vote of a person who moves to another lunch after its end', async () => {
    const { ana, ben, one, two, lunch } = await vote()
    await ana.vote(lunch, [one])
    await ben.vote(lunch, [two])
    const dora = await eater()
    await dora.vote(lunch, [two])
    const other = await (await eater()).start([one])
    app.clock.advance({ minutes: 51 })
    expect((await dora.join(other, { move: true })).status).toBe(200)
    expect((await ana.see(lunch)).body.decision).toMatchObject({ restaurantId: two.id, how: 'votes' })
  })

  test('can be made by the host, among the places of the lunch', async () => {
    const { ana, ben, one, two, lunch } = await vote()
    await ben.vote(lunch, [one])
    const [other] = await places(1)
    const admin = eaterOf(await app.admin())
    for (const reply of [await ben.closeVote(lunch), await admin.closeVote(lunch)])
      expect(rejected(reply)).toEqual([403, 'Only the host can settle the vote'])
    expect(rejected(await ana.closeVote(lunch, other?.id))).toEqual([
      409,
      `${other?.name} is not among the places of this lunch`,
    ])
    expect(rejected(await ana.closeVote(lunch, 987_654))).toEqual([404, 'Restaurant not found'])
    expect((await ana.closeVote(lunch, two.id)).body.decision).toEqual({
      restaurantId: two.id,
      name: two.name,
      how: 'host',
      tied: [],
      takeBackUntil: expect.any(String),
    })
  })

  test('is made by the clock of the server process without a reader', async () => {
    const { lunch } = await vote()
    const state = () =>
      app.db.selectFrom('lunches').select('state').where('id', '=', lunch.id).executeTakeFirst()
    await app.deps.jobs.lunchClock.wake()
    await app.deps.jobs.lunchClock.settled()
    expect(await state()).toEqual({ state: 'voting' })
    app.clock.advance({ minutes: 51 })
    app.deps.jobs.lunchClock.wake()
    await app.deps.jobs.lunchClock.settled()
    expect(await state()).toEqual({ state: 'decided' })
  })

  test('is postponed when the lunch is moved', async () => {
    const { ana, lunch } = await vote()
    await ana.change(lunch, { leavesAt: inMinutes(90) })
    app.clock.advance({ minutes: 60 })
    expect((await ana.see(lunch)).body.state).toBe('voting')
    app.clock.advance({ minutes: 21 })
    expect((await ana.see(lunch)).body.state).toBe('decided')
  })

  test('can’t be changed after the lunch has left, nor can anything else of it', async () => {
    const { ana, ben, one, lunch } = await vote()
    app.clock.advance({ minutes: 61 })
    const replies = [
      await ana.change(lunch, { note: 'late' }),
      await ana.cancel(lunch),
      await (await eater()).join(lunch),
      await ben.leave(lunch),
      await ben.vote(lunch, [one]),
      await ben.add(lunch, one),
      await ana.closeVote(lunch),
    ]
    for (const reply of replies) expect(rejected(reply)).toEqual([409, 'This lunch has left'])
    expect((await ana.see(lunch)).body).toMatchObject({ state: 'decided', people: [{}, {}, {}] })
  })
})

describe('a restaurant that is disabled or deleted', () => {
  test('drops out of an open vote, and returns with its votes', async () => {
    const { ana, ben, one, two, three, lunch } = await vote()
    await ana.vote(lunch, [one, two])
    await ben.vote(lunch, [two])
    const before = (await ana.see(lunch)).body
    await disable(two)
    const without = (await ana.see(lunch)).body
    expect(votesOf(without)).toEqual({ [one.name]: [ana.id], [three.name]: [] })
    expect(without.version).toBeGreaterThan(before.version)
    expect(rejected(await ana.vote(lunch, [two]))).toEqual([409, `${two.name} is not available right now`])
    await disable(two, false)
    expect(votesOf((await ana.see(lunch)).body)[two.name]).toEqual([ana.id, ben.id])

    await root.call(deleteRestaurant, { params: { id: two.id } })
    expect(Object.keys(votesOf((await ana.see(lunch)).body))).toEqual([one.name, three.name])
    await root.call(restoreTrash, { body: { kind: 'restaurant', ids: [two.id] } })
    expect(votesOf((await ana.see(lunch)).body)[two.name]).toEqual([ana.id, ben.id])
  })

  test('during the vote can’t win', async () => {
    const { ana, ben, one, two, lunch } = await vote()
    await ana.vote(lunch, [one, two])
    await ben.vote(lunch, [two])
    await root.call(deleteRestaurant, { params: { id: two.id } })
    app.clock.advance({ minutes: 51 })
    expect((await ben.see(lunch)).body.decision).toMatchObject({ restaurantId: one.id, how: 'votes' })
  })

  test('after the decision remains the decision, with its name and place in the list', async () => {
    const { ana, two, lunch } = await vote()
    await ana.closeVote(lunch, two.id)
    await root.call(deleteRestaurant, { params: { id: two.id } })
    const { body } = await ana.see(lunch)
    expect(body).toMatchObject({ state: 'decided', decision: { restaurantId: two.id, name: two.name } })
    expect(body.options[1]).toMatchObject({
      restaurantId: two.id,
      name: two.name,
      travelTime: 0,
      cuisine: null,
    })
  })
  test('as the last option leaves the lunch undecided, and the host can choose a place', async () => {
    const { ana, ben, one, two, three, lunch } = await vote()
    for (const place of [one, two, three]) await disable(place)
    app.clock.advance({ minutes: 51 })
    expect((await ben.see(lunch)).body).toMatchObject({ state: 'decided', decision: null })
    await disable(one, false)
    expect((await ben.see(lunch)).body.decision, 'it is decided once').toBeNull()
    const [elsewhere] = await places(1)
    expect(rejected(await ben.closeVote(lunch, elsewhere?.id))[0]).toBe(403)
    expect(rejected(await ana.closeVote(lunch))).toEqual([409, 'The vote is closed'])
    expect((await ana.closeVote(lunch, elsewhere?.id)).body.decision).toMatchObject({ how: 'host' })
    expect(rejected(await ana.closeVote(lunch, one.id))).toEqual([409, 'The vote is closed'])
  })
})
