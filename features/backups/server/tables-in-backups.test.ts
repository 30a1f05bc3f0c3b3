// On both engines: events, backups.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tables } from '#app/tables.ts'
import { createCampus, listAdminCampuses, updateCampus } from '#features/campuses/contract.ts'
import { lunchEvents } from '#features/lunches/contract.ts'
import { find } from '#kit/server/database/rows.ts'
import { backupTableNames } from '#kit/server/database/schema.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { openEvents } from '#tests/support/calls/open-events.ts'
import { digestOf } from '#tests/support/databases/digest-tables.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { fillWithHostileStrings } from '#tests/support/samples/fill-hostile-strings.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { eater, places } = lunchesOf(app)
const root = app.as(await app.superUser())
const { backUp, restore } = backupsOf(root)

test('a restore updates open screens', async () => {
  const ana = await eater()
  const lunch = await ana.start(await places(2))
  const backup = await backUp()
  await ana.cancel(lunch)
  const stream = await openEvents(root, lunchEvents.path)
  await stream.received(1)
  await restore(backup)
  await expect.poll(() => stream.named('lunches').at(-1)).toEqual([lunch])
  expect((await app.row('lunches', lunch)).peopleCount, 'counted anew').toBe(1)
})

test('backups exclude webhooks: a restore keeps those of existing campuses and discards what waits to be posted or pushed [T-204]', async () => {
  const webhook = { kind: 'slack' as const, url: 'https://hooks.slack.com/services/T1/B1/canary-secret' }
  const arden = (await root.call(listAdminCampuses)).body.find(({ code }) => code === 'arden')
  const params = { id: arden?.id ?? 0 }
  await root.call(updateCampus, { params, body: { webhook } })
  const backup = await backUp()
  const files = await readdir(join(app.dataDir, 'backups'))
  const texts = await Promise.all(files.map(file => readFile(join(app.dataDir, 'backups', file), 'latin1')))
  expect(texts.join('')).not.toContain('canary-secret')

  const form = { code: 'newer', name: 'Newer', address: 'NC', latitude: 35, longitude: -82, webhook }
  await root.call(createCampus, { body: form })
  const ana = await eater()
  const [place] = await places(1)
  await app.deps.jobs.chatPoster.stop()
  await ana.start([place])
  const waiting = () =>
    app.db.selectFrom('deliveries').selectAll().where('channel', 'in', ['chat', 'push']).execute()
  const [post] = await waiting()
  expect(post).toMatchObject({ channel: 'chat' })
  const { id: _, ...fields } = post ?? {}
  await app.db
    .insertInto('deliveries')
    .values({ ...fields, channel: 'push' } as never)
    .execute()
  await restore(backup)
  expect(await app.db.selectFrom('campusWebhooks').select(['campusCode', 'url']).execute()).toEqual([
    { campusCode: 'arden', url: webhook.url },
  ])
  expect(await waiting()).toEqual([])
})

test('a restore brings back the rows of every table [T-97 T-171]', async () => {
  const { db } = app
  const { passwordHash } = await app.primary()
  const { users, restaurants, lunches } = await fillWithHostileStrings(db, {
    now: app.clock.now(),
    passwordHash,
  })
  const [userId = 0, restaurantId = 0, lunchId = 0] = [users[0], restaurants[0], lunches[0]]
  const { id: standingId } = (await find(db, 'standingLunches', {})) ?? expect.fail()
  const { insert } = app
  await insert('calendarFeeds', { userId, tokenHash: 'c'.repeat(64) })
  await insert('lunchVotes', { lunchId, userId, restaurantId })
  await insert('standingPlaces', { standingId, restaurantId })
  await insert('standingSkips', { standingId, date: '2026-11-23' })
  await insert('hiddenRestaurants', { userId, restaurantId })
  await insert('reminders', { userId, time: '10:45', days: '13' })
  await insert('pushChoices', { userId, kinds: 'leaving,started' })
  // Saved before their limit of 100 existed.
  const openingTimes = Array.from({ length: 105 }, (_, i) => {
    const hour = String(i % 15).padStart(2, '0')
    return { day: Math.floor(i / 15), start: `${hour}:00`, end: `${hour}:30` }
  })
  await app.restaurant({ openingTimes: JSON.stringify(openingTimes) })
  // Those of the hostile strings lose their invisible characters.
  await db.updateTable('restaurants').set({ websiteUrl: null, yelpUrl: null }).execute()
  expect(backupTableNames(tables)).toEqual(
    expect.arrayContaining(['hiddenRestaurants', 'reminders', 'suggestions', 'visits']),
  )
  const before = await digestOf(db)
  const backup = await backUp()
  for (const table of backupTableNames(tables).toReversed()) {
    const query = db.selectFrom(table as 'users').selectAll()
    expect(await query.execute(), table).not.toEqual([])
    if (!['users', 'departments', 'campuses'].includes(table)) await db.deleteFrom(table as 'users').execute()
  }
  await restore(backup)
  expect({ ...(await digestOf(db)), auditLogs: '' }).toEqual({ ...before, auditLogs: '' })
})
