import { describe, expect, test } from 'vitest'
import { requestPasswordReset } from '#features/accounts/contract.ts'
import { startChatApp, webhookSecret } from '#tests/support/people/chats.ts'

const { app, connect, eater, fake, inMinutes, logged, places, posted, waiting } = await startChatApp()

describe('delivery to chat services', () => {
  test('that fail does not affect lunches, and is retried: posts arrive once each, in order [T-207]', async () => {
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
    expect(await posted(2)).toEqual([
      expect.stringContaining('is going to'),
      expect.stringContaining('moved'),
    ])
    expect([await posted(10), await waiting()]).toEqual([[], []])
  })

  test('that hang delays neither another campus nor mails [T-207]', async () => {
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

  test('is given up once the lunch has left or the webhook was removed [T-207]', async () => {
    await fake.setMode('500')
    const ana = await eater()
    const lunch = await ana.start(await places(1))
    await posted()
    await fake.setMode('normal')
    expect([await posted(61), await waiting()]).toEqual([[], []])

    // If a lunch moves to an earlier time, posts that were queued before must expire by then.
    const ben = await eater()
    const other = await ben.start(await places(1))
    await fake.setMode('500')
    await ben.change(other, { leavesAt: inMinutes(50) })
    await ben.change(other, { leavesAt: inMinutes(10) })
    await posted()
    await fake.setMode('normal')
    fake.requests.splice(0)
    expect([await posted(11), await waiting()]).toEqual([[], []])
    expect(lunch.id).not.toBe(other.id)

    await fake.setMode('500')
    await (await eater()).start(await places(1))
    await posted()
    await connect('arden', null)
    await fake.setMode('normal')
    fake.requests.splice(0)
    expect([await posted(5), await waiting()]).toEqual([[], []])
  })

  test('that reject a post is still tried for the next post', async () => {
    fake.reply(() => ({ status: 410, json: { error: webhookSecret } }))
    const ana = await eater()
    const lunch = await ana.start(await places(1))
    expect([(await posted()).length, await waiting()]).toEqual([1, []])
    fake.reply()
    await ana.cancel(lunch)
    expect(await posted()).toEqual([expect.stringContaining('is cancelled')])
  })
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
