// On both engines: races.
import { beforeEach, expect, test } from 'vitest'
import { departments as firstDepartments } from '#features/installation/server/first-data.ts'
import { createRating } from '#features/ratings/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { startApp } from '#tests/support/start-app.ts'
import { listDepartments, saveDepartments } from '../contract.ts'

const app = await startApp()
const root = app.as(await app.superUser())
const first = [...firstDepartments]

const list = async () => (await app.as(null).call(listDepartments)).body.departments
const save = (body: CallInput<typeof saveDepartments>['body']) => root.call(saveDepartments, { body })

beforeEach(async () => {
  await app.db.deleteFrom('ratings').execute()
  await app.db.updateTable('users').set({ department: 'Worship' }).execute()
  await app.db.deleteFrom('departments').where('name', '!=', 'Worship').execute()
  await save(first)
})

test('saving an outdated list of departments is rejected with the current list', async () => {
  await save([...first, 'Archives'])
  const rejected = await save({ departments: [...first, 'Library'], expected: first })
  expect([rejected.status, rejected.message]).toEqual([409, 'Someone else just changed the departments'])
  expect(rejected.error.current).toEqual([...first, 'Archives'])
  expect(await list()).toEqual([...first, 'Archives'])
  expect((await save({ departments: [...first, 'Library'], expected: [...first, 'Archives'] })).status).toBe(
    200,
  )
})

test('names that no form would take today stay as they are when the list changes', async () => {
  const old = ['Guest\u200B', 'x'.repeat(140)]
  for (const [i, name] of old.entries()) await app.insert('departments', { name, position: 900 + i })
  await app.user({ department: 'Guest\u200B' })
  expect((await save([...first, ...old, 'Archives'])).body.departments).toEqual([
    ...first,
    ...old,
    'Archives',
  ])
})

test('simultaneous saves all succeed, and the result is one of the complete lists', async () => {
  const saves = Array.from({ length: 8 }, (_, i) => [...first, `New ${i % 4}`, 'Same'])
  const responses = await Promise.all(saves.map(requested => save(requested)))
  expect(responses.map(response => response.status)).toEqual(saves.map(() => 200))
  expect(saves).toContainEqual(await list())
})

test('of simultaneous saves that expect the same list, one succeeds and the others are 409', async () => {
  const inputs = [1, 2, 3].map(i => ({ departments: [...first, `New ${i}`], expected: first }))
  const statuses = (await Promise.all(inputs.map(input => save(input)))).map(response => response.status)
  expect(statuses.sort()).toEqual([200, 409, 409])
})

test('removing a department while users join it never leaves a user without a department', async () => {
  const without = first.filter(name => name !== 'Care')
  const people = await Promise.all(Array.from({ length: 6 }, () => app.user()))
  const join = (id: number) =>
    app.db.updateTable('users').set({ department: 'Care' }).where('id', '=', id).execute()
  const [saved, ...joined] = await Promise.allSettled([save(without), ...people.map(({ id }) => join(id))])
  const hasCare = (await list()).includes('Care')
  const joinedCount = joined.filter(({ status }) => status === 'fulfilled').length
  expect(saved).toMatchObject({ status: 'fulfilled', value: { status: hasCare ? 409 : 200 } })
  if (!hasCare) expect(joinedCount).toBe(0)
})

test('renaming a department repeatedly while users rate fails no request and keeps the tallies correct', async () => {
  const places = [await app.restaurant(), await app.restaurant(), await app.restaurant()]
  const people = await Promise.all(Array.from({ length: 8 }, () => app.user({ department: 'Care' })))
  const rename = async () => {
    const names = ['Care', 'Comfort', 'Care', 'Comfort', 'Care', 'Comfort']
    const replies = []
    for (const [i, to] of names.slice(1).entries()) {
      const from = names[i] ?? ''
      const departments = first.map(name => (name === 'Care' ? to : name))
      replies.push(await save({ departments, rename: { from, to } }))
    }
    return replies
  }
  const rate = async (person: { id: number }, shift: number) => {
    const replies = []
    const as = app.as(person)
    for (const value of [1, 2, 3, 4, 5]) {
      const restaurantId = places[(value + shift) % places.length]?.id ?? 0
      replies.push(await as.call(createRating, { body: { restaurantId, value } }))
    }
    return replies
  }
  const replies = (await Promise.all([rename(), ...people.map(rate)])).flat()
  expect(replies.filter(({ status }) => status >= 400)).toEqual([])
  expect(await storedTallies(app.db)).toEqual(await trueTallies(app.db))
})
