// On both engines: races.
import { beforeEach, describe, expect, test } from 'vitest'
import { departments as firstDepartments } from '#features/installation/server/first-data.ts'
import { batchRatings, createRating } from '#features/ratings/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { startApp } from '#tests/support/start-app.ts'
import { listAdminDepartments, listDepartments, saveDepartments } from '../contract.ts'

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
  await app.db.deleteFrom('auditLogs').execute()
})

test('super-users see how many users each department has, in the order of the list', async () => {
  await save(['Zebra Care', ...first])
  await app.user({ department: 'Zebra Care' })
  await app.user({ department: 'Zebra Care' })
  const { body } = await root.call(listAdminDepartments)
  expect(body.map(({ name }) => name)).toEqual(['Zebra Care', ...first])
  expect(body[0]?.userCount).toBe(2)
  expect(body.find(({ name }) => name === 'Care')?.userCount).toBe(0)
})

test('a super-user adds, removes and reorders departments by sending the whole list', async () => {
  const others = first.filter(name => !['Worship', 'Care'].includes(name))
  const requested = ['Worship', 'Archives', ...others.reverse()]
  const { status, body } = await save(requested)
  expect([status, body.departments]).toEqual([200, requested])
  expect(await list()).toEqual(requested)
  const details = { added: ['Archives'], removed: ['Care'], before: first, after: requested }
  expect(await app.audited()).toEqual([['DEPARTMENTS_UPDATED', expect.any(Number), details]])
})

test('null is as left out, also in one of several forms of a body', async () => {
  const { status, body } = await save({ departments: first, rename: null, expected: null } as never)
  expect([status, body.departments]).toEqual([200, first])
})

test.each([
  ['an empty name', [...first, '  '], 400, 'Department name is required'],
  ['a duplicate name', [...first, 'Care'], 409, 'Department "Care" already exists.'],
  ['a duplicate name in another case', [...first, ' wORSHIP '], 409, 'Department "wORSHIP" already exists.'],
  ['a line break', [...first, 'a\nb'], 400, 'Line breaks are not allowed'],
  ['a very long name', [...first, 'x'.repeat(101)], 400, 'At most 100 characters are allowed'],
])('a department list with %s is rejected, and nothing changes', async (_, requested, status, message) => {
  const rejected = await save(requested)
  expect([rejected.status, rejected.message]).toEqual([status, message])
  expect(await list()).toEqual(first)
  expect(await app.audited()).toEqual([])
})

test('a body without a list of departments, or with a name that no engine stores, is rejected', async () => {
  const unstorable = { departments: first, rename: { from: 'Care\0', to: 'Care' } }
  for (const body of [null, {}, { departments: 'Care' }, [...first, null], unstorable])
    expect((await save(body as string[])).status).toBe(400)
  expect(await list()).toEqual(first)
})

test('a department that has users cannot be removed', async () => {
  const people = [await app.user({ department: 'Care' }), await app.user({ department: 'Care' })]
  const without = first.filter(name => name !== 'Care')
  const message = (users: string) => `Department "Care" has ${users}. Reassign users first.`
  expect(await save([...without, 'New'])).toMatchObject({ status: 409, message: message('2 users') })
  expect(await list()).toEqual(first)
  expect(await app.audited()).toEqual([])

  const leave = ({ id = 0 } = {}) =>
    app.db.updateTable('users').set({ department: 'Groups' }).where('id', '=', id).execute()
  await leave(people[0])
  expect((await save(without)).message).toBe(message('1 user'))
  await leave(people[1])
  expect((await save(without)).status).toBe(200)
  expect(await list()).toEqual(without)
})

describe('renaming a department', () => {
  test('moves its users and their ratings to the new name', async () => {
    const ana = await app.user({ department: 'Care' })
    const place = await app.restaurant()
    const rating = { restaurantId: place.id, value: 4 }
    await app.as(ana).call(createRating, { body: rating })
    const requested = first.map(name => (name === 'Care' ? 'Member Care' : name))
    const rename = { from: 'Care', to: 'Member Care' }
    const { status, body } = await save({ departments: requested, rename })
    expect([status, body.departments]).toEqual([200, requested])
    expect(await list()).toEqual(requested)

    expect(await app.row('users', ana)).toMatchObject({ department: 'Member Care' })
    expect(await storedTallies(app.db)).toEqual(await trueTallies(app.db))
    expect(await storedTallies(app.db)).toHaveProperty(`${place.id} Member Care`, { count: 1, sum: 4 })
    const details = (await app.audited()).map(([, , details]) => details)
    expect(details).toMatchObject([{ renamed: rename, added: [], removed: [] }])
  })

  test('can change only the case, and can be sent with the old list', async () => {
    await app.user({ department: 'Care' })
    const { body } = await save({ departments: first, rename: { from: 'Care', to: 'CARE' } })
    expect(body.departments).toEqual(first.map(name => (name === 'Care' ? 'CARE' : name)))
    expect(await list()).toEqual(body.departments)
  })

  test.each([
    ['to an existing name', '', 'Care', 'groups', 409, 'Department "groups" already exists.'],
    [
      'to that of a removed department',
      'Groups',
      'Care',
      'Groups',
      409,
      'Department "Groups" already exists.',
    ],
    ['from an unknown name', '', 'Nobody', 'Somebody', 400, 'Department "Nobody" not found'],
    ['to one not in the list', 'Care', 'Care', 'Comfort', 400, 'Department "Comfort" is not in the list'],
    ['to an empty name', '', 'Care', ' ', 400, 'Department name is required'],
  ])('%s is rejected', async (_, left, from, to, status, message) => {
    const rejected = await save({ departments: first.filter(name => name !== left), rename: { from, to } })
    expect([rejected.status, rejected.message]).toEqual([status, message])
    expect(await list()).toEqual(first)
    expect(await app.audited()).toEqual([])
  })
})

test('names that differ only in what nobody sees are the same, and a name of nothing else is none', async () => {
  const { status, error } = await save([...first, 'Guest Care\u200B', '\uFEFFGuest\u00AD Care'])
  expect([status, error.message]).toEqual([409, 'Department "Guest\u00AD Care" already exists.'])
  expect((await save([...first, '\u200B\u2800\u3164'])).status).toBe(400)
  expect((await save([...first, ' \u202AGuest Care\u202C '])).body.departments).toContain('Guest Care')
})

test('a department can have a name with a special meaning in code [T-56]', async () => {
  const inCode = ['__proto__', 'constructor', 'toString']
  const names = [...inCode, '"><img src=x onerror=alert(1)>', '{{7*7}}', 'very \u202Eevil']
  expect((await save([...first, ...names])).status).toBe(200)
  expect((await list()).slice(first.length)).toEqual(names)
  const place = await app.restaurant()
  for (const department of inCode) {
    const member = app.as(await app.user({ department }))
    expect((await member.call(createRating, { body: { restaurantId: place.id, value: 2 } })).status).toBe(201)
    const { body } = await member.call(batchRatings, { body: { restaurantIds: [place.id] } })
    const average = { department, averageRating: 2, ratingCount: 1 }
    expect(body.ratingsByDepartment[place.id]).toContainEqual(average)
  }
  const rename = { from: '__proto__', to: 'proto' }
  expect((await save({ departments: [...first, ...names.slice(1), 'proto'], rename })).status).toBe(200)
  expect(Object.hasOwn({}, 'polluted')).toBe(false)
  expect(await storedTallies(app.db)).toEqual(await trueTallies(app.db))
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
