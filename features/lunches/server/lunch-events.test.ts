// On both engines: events.
import { expect, test } from 'vitest'
import { deleteUser } from '#features/accounts/users-contract.ts'
import { listDepartments, saveDepartments } from '#features/departments/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { openEvents } from '#tests/support/calls/open-events.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getLunch, type Lunch, lunchEvents } from '../contract.ts'

const app = await startApp()
const twin = await startApp({
  DATA_DIR: app.dataDir,
  ...(app.deps.config.databaseUrl !== null && { DATABASE_URL: app.deps.config.databaseUrl }),
})
for (const { clock } of [app, twin]) clock.set('2026-11-20T15:00:00Z')
const { eater, places } = lunchesOf(app)
const { path } = lunchEvents

test('a stream starts with the list and then sends each change, identical to what a request returns', async () => {
  const [ana, ben] = [await eater(), await eater()]
  const [one, two] = await places(2)
  const stream = await openEvents(ben, `${path}?campusCode=arden`)
  await stream.received(1)
  expect(stream.events[0]).toMatchObject({ event: 'lunches', data: await ben.list('arden') })

  const lunch = await ana.start([one, two])
  await stream.received(2)
  await lunchesOf(twin).eaterOf(ben).vote(lunch, [two])
  await expect.poll(() => stream.named<Lunch>('lunch').at(-1)?.options[1]?.voters).toHaveLength(1)
  const last = (await ana.closeVote(lunch)).body
  await expect.poll(() => stream.named<Lunch>('lunch').at(-1)).toEqual(last)
  const root = app.as(await app.superUser())
  await root.call(deleteRestaurant, { params: { id: one.id } })
  await expect.poll(() => stream.named<Lunch>('lunch').at(-1)?.version).toBe(last.version + 1)
  const versions = stream.named<Lunch>('lunch').map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
})

test('a stream contains only lunches of its campus that its user may see', async () => {
  const [ana, ben] = [await eater(), await eater({ department: 'Finance' })]
  const [one] = await places(1)
  const [all, elsewhere, outsider] = [
    await openEvents(ana, path),
    await openEvents(ana, `${path}?campusCode=eastAsheville`),
    await openEvents(ben, path),
  ]
  await Promise.all([all, elsewhere, outsider].map(stream => stream.received(1)))
  await ana.start([one], { department: 'Worship' })
  await all.received(2)
  const open = await (await eater()).start([one])
  await outsider.received(2)
  expect(outsider.named<Lunch>('lunch').map(({ id }) => id)).toEqual([open.id])
  expect(elsewhere.named('lunch')).toEqual([])
  expect((await ana.fetch(`${path}?campusCode=atlantis`)).status).toBe(404)
})

test('a lunch of a department that is renamed is sent with its new name', async () => {
  const [one] = await places(1)
  const ana = await eater({ department: 'Care' })
  const lunch = await ana.start([one], { department: 'Care' })
  const root = app.as(await app.superUser())
  const stream = await openEvents(root, path)
  await stream.received(1)
  const { departments } = (await ana.call(listDepartments)).body
  await root.call(saveDepartments, { body: { departments, rename: { from: 'Care', to: 'Comfort' } } })
  await expect
    .poll(() => stream.named<Lunch>('lunch').map(({ id, department }) => [id, department]))
    .toEqual([[lunch.id, 'Comfort']])
  await root.call(saveDepartments, { body: { departments, rename: { from: 'Comfort', to: 'Care' } } })
})

test('changes to old lunches by deleting an account or renaming a department are not sent', async () => {
  const [one] = await places(1)
  const [ana, ben] = [await eater({ department: 'Care' }), await eater()]
  const old = await ana.start([one], { department: ana.department })
  for (const { clock } of [app, twin]) clock.advance({ days: 2 })
  const root = app.as(await app.superUser())
  const stream = await openEvents(root, path)
  await stream.received(1)
  const names = (await ben.call(listDepartments)).body.departments
  const renamed = { departments: names, rename: { from: ana.department, to: 'Music' } }
  expect((await root.call(saveDepartments, { body: renamed })).status).toBe(200)
  await root.call(deleteUser, { params: { id: ana.id } })
  const next = await ben.start([one])
  await expect.poll(() => stream.named<Lunch>('lunch').map(({ id }) => id)).toEqual([next.id])
  const { body } = await root.call(getLunch, { params: { id: old.id } })
  expect(body).toMatchObject({ department: 'Music', host: null, people: [], version: old.version + 2 })
})

test('a vote closed by the clock of any process is sent to all streams immediately', async () => {
  const [ana, ben] = [await eater(), await eater()]
  const lunch = await ana.start(await places(2))
  const streams = [await openEvents(ana, path), await openEvents(lunchesOf(twin).eaterOf(ben), path)]
  await Promise.all(streams.map(stream => stream.received(1)))
  for (const { clock } of [app, twin]) clock.advance({ minutes: 51 })
  twin.deps.jobs.lunchClock.start()
  const decided = (stream: (typeof streams)[number]) =>
    stream.events.find(
      ({ event, data }) =>
        event === 'lunch' && (data as Lunch).id === lunch.id && (data as Lunch).decision !== null,
    )
  await expect.poll(() => streams.every(stream => decided(stream) !== undefined)).toBe(true)
  await twin.deps.jobs.lunchClock.stop()
  const [here, there] = streams.map(stream => decided(stream))
  expect(here?.data).toEqual(there?.data)
  expect(Math.abs((here?.at ?? 0) - (there?.at ?? Infinity))).toBeLessThan(1_000)
})
