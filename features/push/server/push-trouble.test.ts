// On both engines: what fails waits, and is sent again.
import { describe, expect, test } from 'vitest'
import { find } from '#kit/server/database/rows.ts'
import { startPushApp } from '#tests/support/push/push.ts'
import { testPush } from '../contract.ts'

const { app, addBrowser, arrived, fake, logged, waiting } = await startPushApp()

const deviceOf = ({ id }: { id: number }) => find(app.db, 'pushDevices', { id })

/** Queues a message to a new browser, and tries to send it. */
async function tryToSend(host?: string) {
  const ana = await app.user()
  const browser = await addBrowser(ana, host)
  await app.as(ana).call(testPush)
  app.deps.jobs.pushSender.wake()
  await app.deps.jobs.pushSender.settled()
  return { ana, browser, device: await deviceOf(browser) }
}

describe('a push service', () => {
  test.each([404, 410])('that no longer knows a device (%d) ends it', async status => {
    fake.reply(() => ({ status }))
    expect((await tryToSend()).device).toBeUndefined()
    expect(await waiting()).toEqual([])
  })

  test.each([400, 401, 403, 413])('that rejects a message (%d) has it dropped and logged', async status => {
    fake.reply(() => ({ status, bytes: Buffer.from('<b>canary</b>') }))
    logged.length = 0
    expect((await tryToSend()).device).toMatchObject({ failingSince: null, lastSentAt: null })
    expect(await waiting()).toEqual([])
    expect(logged.join('\n')).toContain(`fcm.googleapis.com answered ${status}`)
    expect(logged.join('\n')).not.toMatch(/canary|\/send\//)
  })

  test.each([
    ['500', { status: 500 }],
    ['redirects', { status: 307, headers: { location: 'https://127.0.0.1/' } }],
    ['asks for time', { status: 429, headers: { 'retry-after': '120' } }],
  ])('that fails (%s) gets the message again, once', async (_, reply) => {
    fake.reply(() => reply)
    const { browser, device } = await tryToSend()
    expect(device).toMatchObject({ failingSince: expect.any(String) })
    const [row] = await waiting()
    const wait = Date.parse(row?.nextAttemptAt ?? '') - app.clock.now().getTime()
    expect(wait).toBeGreaterThan(reply.status === 429 ? 110_000 : 5_000)
    expect(fake.requests.splice(0)).toHaveLength(1)
    fake.reply()
    expect((await arrived(3)).map(({ to }) => to)).toEqual([browser.endpoint])
    expect([await arrived(3), await waiting()]).toEqual([[], []])
    expect(await deviceOf(browser)).toMatchObject({ failingSince: null, lastSentAt: expect.any(String) })
  })

  test('that lies about who it is gets nothing', async () => {
    // Its certificate is for other names.
    await tryToSend('other.push.apple.com')
    expect([fake.requests, (await waiting()).length]).toEqual([[], 1])
    expect((await waiting())[0]?.lastError).toMatch(
      /^The certificate of other\.push\.apple\.com can’t be trusted: it is for another name/,
    )
  })

  test('whose name leads to a private network for a while gets nothing there, and the message later [T-240]', async () => {
    fake.addresses.set('fcm.googleapis.com', ['10.1.2.3', '151.101.2.3'])
    const { browser, device } = await tryToSend()
    expect(device).toMatchObject({ failingSince: expect.any(String) })
    expect([fake.requests, (await waiting())[0]?.lastError]).toEqual([
      [],
      'fcm.googleapis.com is on a private network',
    ])
    fake.addresses.delete('fcm.googleapis.com')
    expect((await arrived(1)).map(({ to }) => to)).toEqual([browser.endpoint])
    expect(await waiting()).toEqual([])
  })

  test('that is no longer among PUSH_HOSTS gets nothing; one that is, does', async () => {
    fake.renew({ extraHosts: ['push.example.org'] })
    const { ana, browser } = await tryToSend('push.example.org')
    expect((await arrived()).map(({ to }) => to)).toEqual([browser.endpoint])
    fake.renew()
    app.clock.advance({ minutes: 1 })
    await app.as(ana).call(testPush)
    expect([await arrived(), await waiting()]).toEqual([[], []])
  })

  test('that hangs is left after a while, and delays only its own devices', async () => {
    fake.renew({ timeLimit: 300 })
    fake.reply(() => 'silence')
    await tryToSend()
    expect(await waiting()).toMatchObject([
      { server: 'fcm.googleapis.com', lastError: 'fcm.googleapis.com did not answer in time' },
    ])
  })

  test('whose failures last for ten days loses the device', async () => {
    fake.reply(() => ({ status: 503 }))
    const { ana, browser } = await tryToSend()
    const later = async (days: number) => {
      app.clock.advance({ days })
      await app.as(ana).call(testPush)
      await arrived().catch(() => undefined)
      return deviceOf(browser)
    }
    expect(await later(9)).toBeDefined()
    expect(await later(2)).toBeUndefined()
  })
})
