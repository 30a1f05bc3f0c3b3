// On both engines: transactions.
import { expect, test } from 'vitest'
import { startRecalculation } from '#features/distances/contract.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { startImports } from '#tests/support/backups/import-runs.ts'
import { rate } from '#tests/support/rate.ts'

const app = await startImports()
const { db, deps, asAdmin: admin, begin, importPlaces, latest, ended, undo, rows } = app
const edit = (place: { id: number } | undefined, body: object) =>
  admin.call(updateRestaurant, { params: { id: place?.id ?? 0 }, body: body as never })

test('Undo keeps and lists restaurants edited, rated or favorited since; a recalculation by the server does not keep one [T-208]', async () => {
  const { id } = await ended((await importPlaces(6)).body.id)
  const [changed, rated, loved, measured, gone] = await rows()
  const ana = await app.user()
  await edit(changed, { phone: '828 555 0100' })
  await rate(deps, ana.id, rated?.id ?? 0, { value: 4 })
  await app.as(ana).call(addFavorite, { body: { restaurantId: loved?.id ?? 0 } })
  const [goneId, measuredId] = [gone?.id ?? 0, measured?.id ?? 0]
  await db.deleteFrom('restaurants').where('id', '=', goneId).execute()
  app.clock.advance({ minutes: 5 })
  await db.updateTable('restaurants').set({ distance: 99 }).where('id', '=', measuredId).execute()
  await app.as(await app.superUser()).call(startRecalculation, { query: { campusCode: 'arden' } })
  await deps.jobs.recalculation.settled()
  const [fourth] = (await rows()).filter(row => row.id === measured?.id)
  expect(fourth?.distance, 'the recalculation was at it').not.toBe(99)
  expect(fourth?.updatedAt).not.toBe(measured?.updatedAt)

  const { status, body } = await undo(id)
  expect(status).toBe(200)
  expect(body.result).toMatchObject({
    undone: 2,
    kept: [
      { name: 'Place 1', reason: 'Someone changed it' },
      { name: 'Place 2', reason: 'Someone rated it' },
      { name: 'Place 3', reason: 'It is someone’s favorite' },
    ],
  })
  expect((await rows()).map(({ name }) => name)).toEqual(['Place 1', 'Place 2', 'Place 3'])
})

test('if nothing can be undone, Undo is rejected with the reason', async () => {
  const { id } = await ended((await importPlaces(1)).body.id)
  const [only] = await rows()
  const ana = await app.user()
  await rate(deps, ana.id, only?.id ?? 0, { value: 4 })
  const rejected = await undo(id)
  expect([rejected.status, rejected.message]).toEqual([
    409,
    'Nothing can be undone. Place 1: Someone rated it.',
  ])
  expect(await latest()).toMatchObject({ state: 'done', canUndo: true })
  await db.deleteFrom('restaurants').execute()
  expect(await latest()).toMatchObject({ canUndo: false })
  expect((await undo(id)).message).toBe('Nothing is left to undo.')
})

test('600 changes are applied at once, and Undo reverts all of them except those edited since, even of rated places', async () => {
  await app.haveKnown(600)
  const [, rated] = await rows()
  await rate(deps, (await app.user()).id, rated?.id ?? 0, { value: 4 })
  const before = await rows()
  const changes = before.map(({ id, osmId }) => ({
    restaurantId: id,
    osmId: osmId ?? '',
    fields: ['cuisine' as const, 'position' as const],
  }))
  const done = await ended((await begin({ source: 'osm-changes', changes })).body.id)
  expect(done).toMatchObject({ state: 'done', campusCode: 'arden', count: 600, done: 600, canUndo: true })
  expect(done.result).toMatchObject({ imported: 0, changed: 600 })
  expect((await rows()).every(({ cuisine, latitude }) => cuisine === 'pizza' && latitude !== null)).toBe(true)

  const [edited] = before
  await edit(edited, { cuisine: 'mine' })
  const { body } = await undo(done.id)
  expect(body.result).toMatchObject({ undone: 599, kept: [{ name: 'Place 1' }] })
  const timeless = (all: typeof before) => all.map(({ updatedAt, ...row }) => row)
  expect(timeless((await rows()).slice(1))).toEqual(timeless(before.slice(1)))
  expect((await rows())[0]?.cuisine).toBe('mine')
})
