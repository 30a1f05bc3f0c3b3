import { beforeEach, expect, test } from 'vitest'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { eater, places, inMinutes } = lunchesOf(app)

beforeEach(() => app.clock.set('2026-11-20T15:00:00Z'))

const rejected = (reply: { status: number; message: string | undefined }) => [reply.status, reply.message]
const notAgain = 'The vote can be opened again only if its place is no longer available'

/** A lunch of three people, one of whom has voted. */
async function vote() {
  const [ana, ben, cleo] = [await eater(), await eater(), await eater()]
  const [one, two] = await places(2)
  const lunch = await ana.start([one, two])
  await cleo.join(lunch)
  await ben.vote(lunch, [one])
  return { ana, ben, cleo, one, two, lunch }
}

test('the host can take back that they closed a vote, for a minute, with the votes and the end of the vote as they were', async () => {
  const { ana, ben, one, two, lunch } = await vote()
  for (const place of [undefined, two.id]) {
    const closed = (await ana.closeVote(lunch, place)).body
    expect(closed.decision?.takeBackUntil?.slice(0, 16)).toBe(inMinutes(1).slice(0, 16))
    app.clock.advance({ seconds: 59 })
    expect(rejected(await ben.reopen(lunch))).toEqual([403, 'Only the host can open the vote again'])
    const again = (await ana.reopen(lunch)).body
    expect(again).toMatchObject({ state: 'voting', decision: null, decidesAt: lunch.decidesAt })
    expect(again.options[0]?.voters.map(({ id }) => id)).toEqual([ben.id])
  }
  await ana.closeVote(lunch)
  app.clock.advance({ seconds: 61 })
  expect(rejected(await ana.reopen(lunch))).toEqual([409, notAgain])
  expect((await ben.see(lunch)).body.decision).toMatchObject({ restaurantId: one.id, how: 'votes' })
})

test('that a vote was closed can’t be taken back once someone has left, nor if it ended by itself', async () => {
  const { ana, ben, cleo, lunch } = await vote()
  await ana.closeVote(lunch)
  await cleo.leave(lunch)
  expect((await ana.see(lunch)).body.decision).not.toHaveProperty('takeBackUntil')
  expect(rejected(await ana.reopen(lunch))).toEqual([409, notAgain])

  const other = await ben.start(await places(2), { leavesAt: inMinutes(200) })
  app.clock.advance({ minutes: 190 })
  expect((await ben.see(other)).body.decision).not.toHaveProperty('takeBackUntil')
  expect(rejected(await ben.reopen(other))).toEqual([409, notAgain])
})

test('a vote that is taken back after the end it had still has time', async () => {
  const { ana, lunch } = await vote()
  app.clock.advance({ minutes: 49, seconds: 40 })
  await ana.closeVote(lunch)
  app.clock.advance({ seconds: 40 })
  const again = (await ana.reopen(lunch)).body
  expect(again).toMatchObject({ state: 'voting', decidesAt: expect.stringMatching('T15:55:1') })
})
