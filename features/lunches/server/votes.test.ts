import { beforeEach, expect, test } from 'vitest'
import { deleteRestaurant, updateRestaurant } from '#features/restaurants/contract.ts'
import { restoreTrash } from '#features/trash/contract.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

/* What lunches.model.test.ts doesn't tell of votes. */

const app = await startApp()
const { eater, inMinutes, places } = lunchesOf(app)
const root = app.as(await app.superUser())

beforeEach(() => app.clock.set('2026-11-20T15:00:00Z'))

/** A lunch of two people with a vote among three places. */
async function vote() {
  const [ana, ben] = [await eater(), await eater()]
  const [one, two, three] = await places(3)
  const lunch = await ana.start([one, two, three])
  await ana.vote(lunch, [one, two])
  await ben.vote(lunch, [two])
  return { ana, ben, one, two, three, lunch }
}
const votesOf = ({ options }: { options: { name: string; voters: { id: number }[] }[] }) =>
  Object.fromEntries(options.map(option => [option.name, option.voters.map(voter => voter.id)]))

test('people in a lunch add places, of which a vote has at most eight', async () => {
  const { ana, ben, lunch } = await vote()
  const [last, ...more] = await places(6)
  for (const place of more) {
    const { options } = (await ben.add(lunch, place)).body
    expect(options.at(-1)).toMatchObject({ restaurantId: place.id, addedBy: { id: ben.id } })
  }
  const { status, message } = await ana.add(lunch, last)
  expect([status, message]).toEqual([409, 'A vote has at most 8 places'])
})

test('a tie is drawn at random', async () => {
  const eight = await places(8)
  const drawn = new Set<number | undefined>()
  // Ten draws among eight places are all equal about once in a hundred million times.
  for (let round = 0; round < 10; round += 1) {
    const host = await eater()
    drawn.add((await host.closeVote(await host.start(eight))).body.decision?.restaurantId)
  }
  expect(drawn.size).toBeGreaterThan(1)
})

test('the host can take back that they closed a vote, with its votes and its end, for a minute or once its place is gone', async () => {
  const { ana, ben, one, two, lunch } = await vote()
  for (const place of [undefined, two.id]) {
    await ana.closeVote(lunch, place)
    app.clock.advance({ seconds: 59 })
    const again = (await ana.reopen(lunch)).body
    expect(again).toMatchObject({ state: 'voting', decision: null, decidesAt: lunch.decidesAt })
    expect(votesOf(again)).toMatchObject({ [one.name]: [ana.id], [two.name]: [ana.id, ben.id] })
  }
  await ana.closeVote(lunch)
  app.clock.advance({ seconds: 61 })
  expect((await ana.reopen(lunch)).status).toBe(409)
  await root.call(updateRestaurant, { params: { id: two.id }, body: { disabled: true } })
  expect((await ana.reopen(lunch)).body).toMatchObject({ state: 'voting', decision: null })
})

test('a vote that is taken back after the end it had still has time', async () => {
  const { ana, lunch } = await vote()
  app.clock.advance({ minutes: 49, seconds: 40 })
  await ana.closeVote(lunch)
  app.clock.advance({ seconds: 40 })
  const again = (await ana.reopen(lunch)).body
  expect(again).toMatchObject({ state: 'voting', decidesAt: expect.stringMatching('T15:55:1') })
})

test('a vote that is taken back after its lunch was moved ends before that leaves', async () => {
  const { ana, lunch } = await vote()
  await ana.closeVote(lunch)
  await ana.change(lunch, { leavesAt: inMinutes(30) })
  const again = (await ana.reopen(lunch)).body
  expect(again).toMatchObject({ state: 'voting', decidesAt: expect.stringMatching('T15:20:') })
})

test('a decision counts the vote of a person who moves to another lunch after its end', async () => {
  const { ana, one, two, lunch } = await vote()
  await ana.vote(lunch, [one])
  const other = await (await eater()).start([one])
  const dora = await eater()
  await dora.vote(lunch, [two])
  app.clock.advance({ minutes: 51 })
  expect((await dora.join(other, { move: true })).status).toBe(200)
  expect((await ana.see(lunch)).body.decision).toMatchObject({ restaurantId: two.id, how: 'votes' })
})

test('a vote whose places are all disabled leaves its lunch undecided, and the host can choose a place once', async () => {
  const { ana, ben, one, two, three, lunch } = await vote()
  const disable = ({ id }: { id: number }, disabled: boolean) =>
    root.call(updateRestaurant, { params: { id }, body: { disabled } })
  for (const place of [one, two, three]) await disable(place, true)
  app.clock.advance({ minutes: 51 })
  expect((await ben.see(lunch)).body).toMatchObject({ state: 'decided', decision: null })
  await disable(one, false)
  expect((await ben.see(lunch)).body.decision, 'it is decided once').toBeNull()
  const [elsewhere] = await places(1)
  const isClosed = { status: 409, message: 'The vote is closed' }
  expect(await ana.closeVote(lunch)).toMatchObject(isClosed)
  expect((await ana.closeVote(lunch, elsewhere.id)).body.decision).toMatchObject({
    restaurantId: elsewhere.id,
    how: 'host',
  })
  expect(await ana.closeVote(lunch, one.id)).toMatchObject(isClosed)
})

test('a restaurant that is deleted drops out of an open vote, returns with its votes when it is restored, and else can’t win', async () => {
  const { ana, ben, one, two, three, lunch } = await vote()
  const remove = () => root.call(deleteRestaurant, { params: { id: two.id } })
  await remove()
  expect(votesOf((await ana.see(lunch)).body)).toEqual({ [one.name]: [ana.id], [three.name]: [] })
  await root.call(restoreTrash, { body: { kind: 'restaurant', ids: [two.id] } })
  expect(votesOf((await ana.see(lunch)).body)[two.name]).toEqual([ana.id, ben.id])
  await remove()
  app.clock.advance({ minutes: 51 })
  expect((await ben.see(lunch)).body.decision).toMatchObject({ restaurantId: one.id, how: 'votes' })
})

test('a restaurant that is deleted after the decision remains the decision, with its name and place in the list', async () => {
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
