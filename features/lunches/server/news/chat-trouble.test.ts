import { expect, test } from 'vitest'
import { requestPasswordReset } from '#features/accounts/contract.ts'
import { startChatApp, webhookSecret } from '#tests/support/people/chats.ts'

const { app, connect, eater, fake, inMinutes, logged, places, posted, waiting } = await startChatApp()

// How deliveries wait, retry and end is tested in kit/server/jobs/delivery-queue.model.test.ts.
test('a post that fails does not affect its lunch, and arrives later; one that is rejected is left out [T-207]', async () => {
  await fake.setMode('500')
  const ana = await eater()
  const lunch = await ana.start(await places(1))
  await ana.change(lunch, { leavesAt: inMinutes(90) })
  await posted()
  expect((await waiting()).map(row => [row.kind, row.attempts])).toEqual([
    ['started', 1],
    ['moved', 0],
  ])
  await fake.setMode('normal')
  expect(await posted(2)).toEqual([expect.stringContaining('is going to'), expect.stringContaining('moved')])
  fake.reply(() => ({ status: 410, json: { error: webhookSecret } }))
  await ana.change(lunch, { leavesAt: inMinutes(100) })
  expect([(await posted()).length, await waiting()]).toEqual([1, []])
  fake.reply()
  await ana.cancel(lunch)
  expect(await posted()).toEqual([expect.stringContaining('is cancelled')])
})

test('a chat service that hangs delays neither another campus nor mails [T-207]', async () => {
  await connect('brevard', 'discord')
  fake.reply(({ headers }) => (headers.host === 'hooks.slack.com' ? 'silence' : 'no content'))
  await (await eater()).start(await places(1))
  await expect.poll(() => fake.requests).toHaveLength(1)
  await (await eater({ campusCode: 'brevard' })).start(await places(1), { campusCode: 'brevard' })
  await expect.poll(() => fake.requests.map(({ headers }) => headers.host)).toContain('discord.com')
  const { email } = await app.user()
  await app.as(null).call(requestPasswordReset, { body: { email } })
  expect((await app.mails()).at(-1)?.to).toContain(`<${email}>`)
  // The post is still being sent.
  expect(await waiting()).toMatchObject([{ attempts: 1, lastError: null }])
  await fake.setMode('refuse connections')
})

test('a post is given up once its lunch has left, also earlier than planned, or the webhook was removed [T-207]', async () => {
  const [left, moved, last] = [await eater(), await eater(), await eater()]
  const early = await moved.start(await places(1))
  await posted()
  await fake.setMode('500')
  await left.start(await places(1), { leavesAt: inMinutes(10) })
  // What was queued before expires by the earlier time, too.
  for (const minutes of [50, 10]) await moved.change(early, { leavesAt: inMinutes(minutes) })
  await posted()
  await fake.setMode('normal')
  expect([await posted(11), await waiting()]).toEqual([[], []])
  await fake.setMode('500')
  await last.start(await places(1))
  await posted()
  await connect('arden', null)
  await fake.setMode('normal')
  expect([await posted(5), await waiting()]).toEqual([[], []])
})

test('the outcome of posts is saved, and the webhook’s URL is in no log, queue or error message [T-204]', async () => {
  const ana = await eater()
  const state = () => app.db.selectFrom('campusWebhooks').selectAll().executeTakeFirst()
  const lunch = await ana.start(await places(1))
  await posted()
  expect(await state()).toMatchObject({ lastPostedAt: expect.any(String), lastFailure: null })
  for (const mode of ['500', '401', 'hang', 'redirect', 'refuse connections'] as const) {
    fake.renew({ timeLimit: 500 })
    await fake.setMode(mode)
    await ana.change(lunch, { meetingPoint: `at ${mode}` })
    await posted(2)
  }
  expect(await state()).toMatchObject({
    lastFailedAt: expect.any(String),
    lastFailure: expect.stringMatching(/^Slack .*\.$/),
  })
  const queue = await waiting()
  expect(queue.length).toBeGreaterThan(0)
  expect(logged.join('\n')).toContain('a delivery failed')
  expect(JSON.stringify([queue, logged, (await state())?.lastFailure])).not.toContain(webhookSecret)
})
