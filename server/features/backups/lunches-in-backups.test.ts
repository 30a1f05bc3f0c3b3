// On both engines: events, backups.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBackup, restoreBackup } from '#contract/backups.ts'
import { createCampus, listAdminCampuses, updateCampus } from '#contract/campuses.ts'
import { lunchEvents } from '#contract/lunches.ts'
import { lunchesOf } from '#server/testing/lunches.ts'
import { openEvents } from '#server/testing/open-events.ts'
import { startApp } from '#server/testing/start-app.ts'

const app = await startApp()
const { eater, places } = lunchesOf(app)
const root = app.as(await app.superUser())

test('a restore brings lunches back as they were and updates open screens', async () => {
  const [ana, ben] = [await eater(), await eater()]
  const [one, two] = await places(2)
  if (!one || !two) throw new Error('no places')
  const voting = await ana.start([one, two], { seats: 4, note: 'Bring cash' })
  await ben.vote(voting, [two])
  const [cleo] = [await eater()]
  const decided = await cleo.start([one, two])
  await cleo.closeVote(decided)
  const before = [(await ana.see(voting)).body, (await ana.see(decided)).body]

  const { body: backup } = await root.call(createBackup, { body: { includeImages: false } })
  await ana.cancel(voting)
  await cleo.leave(decided)
  const stream = await openEvents(root, lunchEvents.path)
  await stream.received(1)
  const { status } = await root.call(restoreBackup, { params: { filename: backup.filename } })
  expect(status).toBe(200)

  const after = async () =>
    Promise.all([voting, decided].map(async lunch => (await lunchesOf(app).eaterOf(ana).see(lunch)).body))
  expect(await after()).toEqual(before)
  await expect.poll(() => stream.named('lunches').at(-1)).toEqual(before)
  const { peopleCount } = await app.db
    .selectFrom('lunches')
    .select('peopleCount')
    .where('id', '=', voting.id)
    .executeTakeFirstOrThrow()
  expect(peopleCount, 'counted anew').toBe(2)
})

test('backups exclude webhooks: a restore keeps those of existing campuses and discards waiting posts [T-204]', async () => {
  const webhook = { kind: 'slack' as const, url: 'https://hooks.slack.com/services/T1/B1/canary-secret' }
  const arden = (await root.call(listAdminCampuses)).body.find(({ code }) => code === 'arden')
  const params = { id: arden?.id ?? 0 }
  await root.call(updateCampus, { params, body: { webhook } })
  const { body: backup } = await root.call(createBackup, { body: { includeImages: false } })
  const files = await readdir(join(app.dataDir, 'backups'))
  const texts = await Promise.all(files.map(file => readFile(join(app.dataDir, 'backups', file), 'latin1')))
  expect(texts.join('')).not.toContain('canary-secret')

  const form = { code: 'newer', name: 'Newer', address: 'NC', latitude: 35, longitude: -82, webhook }
  await root.call(createCampus, { body: form })
  const ana = await eater()
  const [place] = await places(1)
  if (!place) throw new Error('no place')
  await app.deps.jobs.chatPoster.stop()
  await ana.start([place])
  const waiting = () => app.db.selectFrom('deliveries').selectAll().where('channel', '=', 'chat').execute()
  expect(await waiting()).toHaveLength(1)
  const { status } = await root.call(restoreBackup, { params: { filename: backup.filename } })
  expect(status).toBe(200)
  expect(await app.db.selectFrom('campusWebhooks').select(['campusCode', 'url']).execute()).toEqual([
    { campusCode: 'arden', url: webhook.url },
  ])
  expect(await waiting()).toEqual([])
})
