import { expect, test } from 'vitest'
import { addPushDevice, savePushChoices, testPush } from '#features/push/contract.ts'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

test('switched off, there are no calls and no keys, and what earlier devices would get is dropped', async () => {
  const off = await startApp({ PUSH: 'off' })
  const user = await off.user()
  const ana = off.as(user)
  for (const path of ['/api/push', '/api/push/x']) expect((await ana.fetch(path)).status).toBe(404)
  for (const endpoint of [testPush, savePushChoices, addPushDevice])
    expect((await ana.fetch(endpoint.path, { method: endpoint.method })).status).toBe(404)
  expect((await off.as(null).call(getPublicConfig)).body.push).toBe(false)
  expect(await off.db.selectFrom('pushKeys').selectAll().execute()).toEqual([])

  await off.insert('pushDevices', { userId: user.id })
  const { eater, eaterOf, places } = lunchesOf(off)
  off.clock.set('2026-11-20T15:00:00Z')
  const host = await eater()
  const lunch = await host.start(await places(1))
  await eaterOf(user).join(lunch)
  await host.change(lunch, { meetingPoint: 'the lobby' })
  await off.deps.jobs.pushSender.settled()
  expect(await off.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
  expect(await off.db.selectFrom('pushDevices').select('lastSentAt').execute()).toEqual([
    { lastSentAt: null },
  ])
})
