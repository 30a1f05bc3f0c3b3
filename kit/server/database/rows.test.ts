// On both engines: dialect.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { TableRecorder } from '#kit/server/database/tables/table-recorder.ts'
import { startApp } from '#tests/support/start-app.ts'
import { change, find, insert, insertAll, insertOnce, list, lock, remove } from './rows.ts'

const app = await startApp()
const { db } = app

const positions = [40, 41, 42, 43]
beforeEach(async () => {
  await remove(db, 'departments', { position: positions })
  for (const [index, name] of ['Bakers', 'Cooks', 'Aides', 'Cooks of old'].entries())
    await insert(db, 'departments', { name, position: 40 + index })
})
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('rows are listed by values, by lists of values, in an order and up to a limit', async () => {
  const last = await list(db, 'departments', { position: positions }, { order: ['-name'], limit: 3 })
  expect(names(last)).toEqual(['Cooks of old', 'Cooks', 'Bakers'])
  const some = { name: ['Cooks', 'Bakers', 'None'] }
  expect(names(await list(db, 'departments', some, { order: ['position'] }))).toEqual(['Bakers', 'Cooks'])
  expect(names(await list(db, 'departments', { ...some, position: 41 }))).toEqual(['Cooks'])
  expect(await list(db, 'departments', { name: [] })).toEqual([])
  expect(await find(db, 'departments', {}, { order: ['-position'] })).toMatchObject({ name: 'Cooks of old' })
  expect(await find(db, 'departments', { name: 'None' })).toBeUndefined()
  expect(await list(db, 'users', { isPrimaryAdmin: true, updatedAt: null })).toHaveLength(1)
})

test('rows are locked by id, and inserted, changed and removed rows are returned', async () => {
  await db.transaction().execute(async tx => {
    const locked = await lock(tx, 'departments', { name: ['Cooks', 'Aides', 'Bakers'] })
    expect(names(locked)).toEqual(['Bakers', 'Cooks', 'Aides'])
  })
  const [aides] = await list(db, 'departments', { name: 'Aides' })
  expect(await change(db, 'departments', { name: 'Aides' }, { position: 43 })).toEqual([
    { ...aides, position: 43 },
  ])
  expect(await change(db, 'departments', { name: 'None' }, { position: 43 })).toEqual([])
  expect(await remove(db, 'departments', { name: ['Aides', 'None'] })).toEqual([{ ...aides, position: 43 }])
  expect(await find(db, 'departments', { name: 'Aides' })).toBeUndefined()
  const again = await insert(db, 'departments', { name: 'Aides', position: 42 })
  expect(await find(db, 'departments', { id: again.id })).toEqual(again)
  expect(await insertOnce(db, 'departments', { name: 'Aides', position: 43 })).toBeUndefined()
  expect(await list(db, 'departments', { name: 'Aides' })).toEqual([again])
  await remove(db, 'departments', { id: again.id })
  const once = await insertOnce(db, 'departments', { name: 'Aides', position: 43 })
  expect(once).toEqual(await find(db, 'departments', { name: 'Aides' }))
})

test('any number of rows is inserted with few statements, which are built once', async () => {
  onTestFinished(async () => void (await db.deleteFrom('departments').where('position', '>=', 100).execute()))
  const rows = (of: string) =>
    Array.from({ length: 1_303 }, (_, i) => ({ name: `${of} ${i}`, position: 100 + i }))
  const built = vi.spyOn(db, 'insertInto')
  onTestFinished(() => built.mockRestore())
  const insertNamed = async (of: string) => {
    const inserted = await insertAll(db, 'departments', rows(of), ['position', 'name'])
    expect(inserted.sort((a, b) => a.position - b.position)).toEqual(rows(of))
  }
  await insertNamed('Choir')
  expect(built.mock.calls.length).toBeLessThan(10)
  built.mockClear()
  await insertNamed('Youth')
  expect(built).not.toHaveBeenCalled()
  expect(await list(db, 'departments', { position: 1_402 })).toHaveLength(2)

  expect(await insertAll(db, 'departments', [])).toEqual([])
  const uneven = [
    { name: 'Ushers', position: 100 },
    { name: 'Greeters', position: 100, id: 9_000 },
  ]
  await expect(insertAll(db, 'departments', uneven)).rejects.toThrow('Rows of other columns')
})

test('a value that is missing never means every row', async () => {
  const id: number | undefined = undefined
  await expect(remove(db, 'departments', { id, name: 'Cooks' })).rejects.toThrow('No value for id')
  expect(await list(db, 'departments', { position: positions })).toHaveLength(4)
})

test('statements that differ only in their values are one, with the values of each call', async () => {
  const at = (position: number) => list(db, 'departments', { position })
  expect([names(await at(40)), names(await at(41))]).toEqual([['Bakers'], ['Cooks']])
  const found = [['Cooks', 'Aides'], ['Bakers'], []].map(name => list(db, 'departments', { name }))
  expect((await Promise.all(found)).map(rows => rows.length)).toEqual([2, 1, 0])
  for (const limit of [1, 3])
    expect(await list(db, 'departments', { position: positions }, { limit })).toHaveLength(limit)
  const user = await app.user()
  const [first] = await change(db, 'users', { id: user.id }, { updatedAt: '2026-05-01T12:00:00.000Z' })
  expect(await list(db, 'users', { id: user.id, updatedAt: null })).toEqual([])
  expect(await list(db, 'users', { id: user.id, updatedAt: first?.updatedAt ?? null })).toEqual([first])
  const [again] = await change(db, 'users', { id: user.id }, { updatedAt: null, firstName: undefined })
  expect(again).toEqual({ ...first, updatedAt: null })
})

test('it is known of each call which table it reads', async () => {
  for (const name of ['Cooks', 'Aides']) {
    const recorder = new TableRecorder()
    await find(db.withPlugin(recorder), 'departments', { name })
    expect([...recorder.tables]).toEqual(['departments'])
  }
})
