import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { removeExpired } from '#app/housekeeping.ts'
import { backupFolder } from '#features/backups/server/backup-files.ts'
import {
  addPushDevice,
  getPush,
  type PushKind,
  removePushBrowser,
  removePushDevice,
  savePushChoices,
  testPush,
} from '#features/push/contract.ts'
import { logout } from '#kit/contract/logout.ts'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { cookieOf, idParams } from '#tests/support/calls/caller.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startPushApp } from '#tests/support/push/push.ts'
import { readVapid } from '#tests/support/services/fake-push.ts'
import { changePassword } from '../../contract.ts'

const { app, addBrowser, arrived, fake, logged, notified } = await startPushApp()
const stateOf = async (who: Row<'users'>, hash?: string) =>
  (await app.as(who).call(getPush, { query: hash === undefined ? {} : { endpoint: hash } })).body
const devicesOf = async (who: { id: number }) =>
  (await app.db.selectFrom('pushDevices').select('endpoint').where('userId', '=', who.id).execute()).map(
    ({ endpoint }) => endpoint,
  )

describe('a browser', () => {
  test('is added once, named, told apart by the hash of its endpoint, and removed', async () => {
    const ana = await app.user()
    const [one, two] = [await addBrowser(ana), await addBrowser(ana, 'updates.push.services.mozilla.com')]
    const again = await app.as(ana).call(addPushDevice, { body: one.subscription })
    expect([again.status, again.body.id]).toEqual([200, one.id])
    const { publicKey, choices, devices } = await stateOf(ana, two.hash)
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    expect(choices).toEqual(['leaving', 'changed', 'closing'])
    expect(devices.map(({ id, isThis, lastSentAt }) => [id, isThis, lastSentAt])).toEqual([
      [one.id, false, null],
      [two.id, true, null],
    ])
    expect((await app.as(ana).call(removePushDevice, { params: { id: one.id } })).status).toBe(204)
    expect(await devicesOf(ana)).toEqual([two.endpoint])
  })

  test('changes hands when somebody else subscribes with it; simultaneously, one of them gets it', async () => {
    const [ana, ben] = [await app.user(), await app.user()]
    const browser = await addBrowser(ana)
    const { status, body } = await app.as(ben).call(addPushDevice, { body: browser.subscription })
    expect([status, body.isThis]).toEqual([201, true])
    expect([await devicesOf(ana), await devicesOf(ben)]).toEqual([[], [browser.endpoint]])
    const fresh = fake.subscribe()
    const replies = await Promise.all(
      [ana, ben, ana, ben].map(who => app.as(who).call(addPushDevice, { body: fresh.subscription })),
    )
    expect(replies.filter(reply => ![200, 201, 503].includes(reply.status))).toEqual([])
    const kept = [...(await devicesOf(ana)), ...(await devicesOf(ben))]
    expect(kept.filter(endpoint => endpoint === fresh.endpoint)).toHaveLength(1)
  })

  test('is taken from another person by whoever signs in there and so knows its endpoint, not by its hash [T-241]', async () => {
    const [ana, ben] = [await app.user(), await app.user()]
    const [browser, other] = [await addBrowser(ana), await addBrowser(ana)]
    for (const endpoint of [browser.hash, `${browser.endpoint}x`, browser.endpoint, browser.endpoint])
      expect((await app.as(ben).call(removePushBrowser, { body: { endpoint } })).status).toBe(204)
    expect([await devicesOf(ana), await devicesOf(ben)]).toEqual([[other.endpoint], []])
  })

  test('beyond ten replaces the one that nothing was sent to for the longest time', async () => {
    const ana = await app.user()
    const browsers: { id: number }[] = []
    for (let i = 0; i < 10; i += 1) {
      browsers.push(await addBrowser(ana))
      app.clock.advance({ seconds: 10 })
    }
    await app.db
      .updateTable('pushDevices')
      .set({ lastSentAt: app.clock.now().toISOString() })
      .where('id', '=', browsers[0]?.id ?? 0)
      .execute()
    app.clock.advance({ seconds: 10 })
    const last = await addBrowser(ana)
    const kept = (await stateOf(ana)).devices.map(({ id }) => id)
    expect(kept).toEqual([browsers[0]?.id, ...browsers.slice(2).map(({ id }) => id), last.id])
  })

  test('with keys that nothing can be encrypted with is rejected', async () => {
    const { subscription } = fake.subscribe()
    const ana = app.as(await app.user())
    const noPoint = Buffer.alloc(65, 4).toString('base64url')
    for (const keys of [{ p256dh: noPoint }, { p256dh: 'AAAA' }, { auth: 'AAAA' }]) {
      const body = { ...subscription, keys: { ...subscription.keys, ...keys } }
      expect((await ana.call(addPushDevice, { body })).status).toBe(400)
    }
  })
})

test('choices are saved without duplicates', async () => {
  const ana = await app.user()
  const save = async (...kinds: PushKind[]) => {
    const { body } = await app.as(ana).call(savePushChoices, { body: { kinds } })
    expect((await stateOf(ana)).choices).toEqual(body.kinds)
    return body.kinds
  }
  expect(await save('after', 'leaving', 'after')).toEqual(['leaving', 'after'])
  expect(await save()).toEqual([])
})

test('a test is sent to all own devices, at most one in 30 seconds, and not without a device', async () => {
  const ana = await app.user()
  const send = () => app.as(ana).call(testPush)
  expect((await send()).status).toBe(409)
  const apple = await addBrowser(ana, 'web.push.apple.com')
  const browsers = [await addBrowser(ana), await addBrowser(ana), apple]
  await notified()
  expect(await send()).toMatchObject({ status: 202, body: { devices: 3 } })
  const messages = await arrived()
  expect(messages.map(({ to }) => to).toSorted()).toEqual(browsers.map(b => b.endpoint).toSorted())
  expect(messages[0]).toMatchObject({
    title: 'This is how it looks',
    navigate: 'http://localhost:0/',
    payload: { notification: { tag: 'test', renotify: true } },
  })
  const { key, claims } = readVapid(messages[0]?.headers.authorization)
  expect(key).toBe((await stateOf(ana)).publicKey)
  expect(claims).toMatchObject({ sub: 'mailto:lunch@example.org', aud: expect.stringMatching(/^https:/) })
  // Signing costs more than encrypting: it is done once for all messages to a service, and for each service.
  const proofs = [...new Set(messages.map(({ headers }) => headers.authorization))].map(readVapid)
  expect(proofs.map(proof => proof.claims.aud).toSorted()).toEqual([
    'https://fcm.googleapis.com',
    'https://web.push.apple.com',
  ])
  expect((await stateOf(ana)).devices.every(({ lastSentAt }) => lastSentAt !== null)).toBe(true)
  expect((await send()).status).toBe(429)
  app.clock.advance({ seconds: 31 })
  expect((await send()).status).toBe(202)
})

// With which changes of an account they end is in users/revoke-access.test.ts.
describe('notifications end', () => {
  /** A user with two sessions, each with a browser of its own. */
  async function twoSessions() {
    const user = await app.user()
    const browsers = [fake.subscribe(), fake.subscribe()]
    const cookies: string[] = []
    for (const { subscription } of browsers) {
      const cookie = await signIn(user)
      cookies.push(cookie)
      await visitor.call(addPushDevice, { body: subscription }, { cookie })
    }
    expect(await devicesOf(user)).toHaveLength(2)
    return { user, browsers, cookies }
  }
  const visitor = app.as(null)
  const signIn = async (user: Row<'users'>, cookie = '') =>
    cookieOf(await app.signIn(user, testPassword, { cookie }))

  test('with signing out, only in that browser [T-241]', async () => {
    const { user, browsers, cookies } = await twoSessions()
    await visitor.call(logout, {}, { cookie: cookies[0] ?? '' })
    expect(await devicesOf(user)).toEqual([browsers[1]?.endpoint])
  })

  test('with a changed password, in other browsers only [T-241]', async () => {
    const { user, browsers, cookies } = await twoSessions()
    const next = 'another-password'
    const body = { currentPassword: testPassword, newPassword: next, confirmPassword: next }
    const cookie = cookies[1] ?? ''
    expect((await visitor.call(changePassword, { ...idParams(user), body }, { cookie })).status).toBe(200)
    expect(await devicesOf(user)).toEqual([browsers[1]?.endpoint])
  })

  test('not with a session that expires, nor with signing in again; but when somebody else signs in', async () => {
    const { user, browsers, cookies } = await twoSessions()
    app.clock.advance({ days: 40 })
    await removeExpired(app.deps)
    expect(await devicesOf(user)).toHaveLength(2)
    await visitor.call(logout, {}, { cookie: await signIn(user, cookies[0]) })
    expect(await devicesOf(user)).toEqual([browsers[1]?.endpoint])
    await signIn(await app.user(), cookies[1])
    expect(await devicesOf(user)).toEqual([])
  })
})

test('a restore keeps keys and devices, and restores choices; backups and logs hold no secret [T-242]', async () => {
  const ana = await notified({}, ['after'])
  const before = await app.db.selectFrom('pushKeys').selectAll().executeTakeFirstOrThrow()
  const { backUp, restore } = backupsOf(app.as(await app.superUser()))
  const backup = await backUp()
  await ana.call(savePushChoices, { body: { kinds: [] } })
  const later = await notified()
  await restore(backup)
  expect((await stateOf(ana)).choices).toEqual(['after'])
  expect(await devicesOf(ana)).toEqual([ana.browser.endpoint])
  // That account is gone, and its id may be given to someone else.
  expect(await devicesOf(later)).toEqual([])
  expect(await app.db.selectFrom('pushKeys').selectAll().execute()).toEqual([before])

  const archive = await readFile(join(backupFolder(app.deps.config), backup), 'utf8')
  await app.as(ana).call(testPush)
  await arrived()
  const publicConfig = await app.as(null).call(getPublicConfig)
  const replies = JSON.stringify([await stateOf(ana), publicConfig, await app.audited()])
  for (const secret of [before.privateKey, ana.browser.endpoint, ana.browser.subscription.keys.auth])
    for (const text of [archive, replies, logged.join('\n')]) expect(text).not.toContain(secret)
})
