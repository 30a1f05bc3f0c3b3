// On both engines: the statements that find who chose a place.
import { expect, test } from 'vitest'
import { deleteRestaurant, updateRestaurant } from '#features/restaurants/contract.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'
import { startPushApp } from '#tests/support/push/push.ts'
import { deleteUser } from '../../users-contract.ts'

const { app, arrived, eater, fake, notified, places } = await startPushApp()
const { regularOf } = standingLunchesOf(app)
const isolated = (name: string) => `\u2068${name}\u2069`
const root = app.as(await app.superUser())
const named = async (name: string) => app.restaurant({ name })
/** The mails sent by now, also those that were to wait. */
const mailed = async (to: { email: string }) => {
  app.deps.jobs.mailer.wake()
  return app.mailsTo(to)
}
const told = async () => (await arrived()).map(({ to, title, body }) => ({ to, title, body }))

test('who becomes the host because the one before is out is told by push and mail, nobody else is', async () => {
  const [ana, ben, cal] = [await eater(), await notified(), await notified()]
  const place = await named('Pho Vinh')
  const lunch = await ana.start([place], { meetingPoint: 'the lobby' })
  for (const who of [ben, cal]) await who.join(lunch)
  await ana.leave(lunch)
  expect(await told(), 'Ana may take it back').toEqual([])
  await ana.join(lunch, { hostAgain: true })
  app.clock.advance({ seconds: 61 })
  expect([await told(), await mailed(ben)], 'she has').toEqual([[], []])
  await ana.leave(lunch)
  app.clock.advance({ seconds: 61 })
  expect(await told()).toEqual([
    {
      to: ben.browser.endpoint,
      title: 'You’re the host now',
      body: `${isolated('Pho Vinh')} · leaves at 11:00 from ${isolated('the lobby')}`,
    },
  ])
  const [mail, ...more] = await mailed(ben)
  expect(mail?.subject).toBe('You’re the host of the lunch on Friday at 11:00 AM')
  expect(mail?.text).toContain('It leaves on Friday at 11:00 AM at Pho Vinh, meeting at the lobby.')
  expect(mail?.text).toContain(`/?lunch=${lunch.id}`)
  expect(more).toEqual([])

  await root.call(deleteUser, idParams(ben))
  expect((await told()).map(({ to, title }) => [to, title])).toEqual([
    [cal.browser.endpoint, 'You’re the host now'],
  ])
  expect((await app.mailsTo(cal)).map(({ subject }) => subject)).toEqual([
    'You’re the host of the lunch on Friday at 11:00 AM',
  ])
  await cal.leave(lunch)
  expect(await told()).toEqual([])
})

test.each([
  ['stops', 'when its lunch has left', '2026-11-20T18:00:00Z'],
  ['is deleted', 'before it leaves', '2026-11-20T15:00:00Z'],
])(
  'who becomes the host of a lunch that repeats because the one before %s %s is told by push and mail',
  async (how, _when, time) => {
    const [ana, ben, cal] = [regularOf(await eater()), await notified(), regularOf(await notified())]
    const standing = await ana.repeat({
      weekdays: [0, 4],
      time: '12:00',
      restaurantIds: [(await named('Pho Vinh')).id],
    })
    for (const who of [regularOf(ben), cal]) await who.come(standing)
    await cal.stop(standing)
    await cal.come(standing)
    app.clock.set(time)
    if (how === 'stops') await ana.stop(standing)
    else await root.call(deleteUser, idParams(ana))
    expect(await told()).toContainEqual({
      to: ben.browser.endpoint,
      title: 'You’re the host now',
      body: 'Lunch every Monday and Friday at 12:00',
    })
    const mails = (await app.mailsTo(ben)).filter(({ subject }) => subject.includes('every'))
    expect(mails.map(({ subject }) => subject)).toEqual([
      'You’re the host of the lunch every Monday and Friday',
    ])
    expect(mails[0]?.text).toContain(
      'The host of the lunch every Monday and Friday at 12:00 PM no longer comes',
    )
    expect(await app.mailsTo(cal)).toEqual([])
  },
)

test('those who voted for a place that is deleted or disabled are told, while it is gone', async () => {
  const [ana, ben, cal] = [await eater(), await notified(), await notified()]
  const [one, two, three] = [await named('Pho Vinh'), await named('Bistro'), await named('Diner')]
  const lunch = await ana.start([one, two, three])
  await ben.vote(lunch, [one, two])
  await cal.vote(lunch, [three])
  await root.call(deleteRestaurant, idParams(one))
  const gone = (name: string) => ({
    title: `${isolated(name)} is no longer available`,
    body: 'Your vote for it doesn’t count · leaves at 11:00',
  })
  expect(await told()).toEqual([{ to: ben.browser.endpoint, ...gone('Pho Vinh') }])
  expect((await cal.see(lunch)).body.gone).toMatchObject([
    { restaurantId: one.id, name: 'Pho Vinh', voters: [{ id: ben.id }] },
  ])
  const disable = (disabled: boolean) =>
    root.call(updateRestaurant, { ...idParams(three), body: { disabled } as never })
  await disable(true)
  expect(await told()).toEqual([{ to: cal.browser.endpoint, ...gone('Diner') }])
  await disable(false)
  fake.reply(() => ({ status: 500 }))
  await disable(true)
  await told()
  fake.reply()
  await disable(false)
  expect(await arrived(1), 'it is back').toEqual([])
})

// That only the host may, and only then, is in lunches.model.test.ts.
test('the host of a lunch whose place is gone is told, and the others once the vote is open again', async () => {
  const [ana, ben] = [await notified(), await notified()]
  const [one, two] = [await named('Pho Vinh'), await named('Bistro')]
  const lunch = await ana.start([one, two])
  await ben.vote(lunch, [two])
  await ana.closeVote(lunch)
  await told()
  await root.call(deleteRestaurant, idParams(two))
  expect(await told()).toEqual([
    {
      to: ana.browser.endpoint,
      title: `${isolated('Bistro')} is no longer available`,
      body: 'You can open the vote again · leaves at 11:00',
    },
  ])
  expect((await ben.see(lunch)).body.decision).toMatchObject({ name: 'Bistro', gone: true })
  // Not because closing it may be taken back.
  app.clock.advance({ minutes: 1, seconds: 1 })
  const { body } = await ana.reopen(lunch)
  expect(body.options.map(({ restaurantId }) => restaurantId)).toEqual([one.id])
  expect((await told()).map(({ to, title }) => [to, title])).toEqual([
    [ben.browser.endpoint, 'Vote again until 10:50'],
  ])
})

test('a place that the host chose after a vote without one can be gone, too', async () => {
  const ana = await notified()
  const [one, two, three] = await places(3)
  const lunch = await ana.start([one, two])
  for (const place of [one, two]) await root.call(deleteRestaurant, idParams(place))
  await ana.closeVote(lunch)
  await ana.closeVote(lunch, three.id)
  const { version } = (await ana.see(lunch)).body
  await root.call(deleteRestaurant, idParams(three))
  const { body } = await ana.see(lunch)
  expect([body.decision?.gone, body.version > version]).toEqual([true, true])
  expect((await told()).map(({ title }) => title)).toEqual([`${isolated(three.name)} is no longer available`])
})
