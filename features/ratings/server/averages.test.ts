import { expect, test } from 'vitest'
import { idParams } from '#tests/support/calls/caller.ts'
import { countStatements } from '#tests/support/databases/count-statements.ts'
import { startApp } from '#tests/support/start-app.ts'
import { batchParts, batchRatings, createRating, getDepartmentStats } from '../contract.ts'

const app = await startApp()

async function rateAs(fields: Parameters<typeof app.user>[0], restaurantId: number, value: number) {
  const user = await app.user(fields)
  await app.as(user).call(createRating, { body: { restaurantId, value } })
  return user
}

test('a batch contains only the requested parts, and runs no statements for the others', async () => {
  const { id } = await app.restaurant()
  const ana = await rateAs({ department: 'Finance' }, id, 4)
  const counted = await countStatements(app)
  const all = { restaurantIds: [id] }
  const { body: whole } = await app.as(ana).call(batchRatings, { body: all })
  const nothing = { averageRatings: {}, ratingCounts: {}, userRatings: {}, ratingsByDepartment: {} }
  for (const part of batchParts) {
    const batch = () => counted.as(ana).call(batchRatings, { body: { ...all, include: [part] } })
    expect((await batch()).body).toEqual({ ...nothing, [part]: whole[part] })
    expect(await counted.statementsOf(batch)).toBe(2)
  }
  const none = await app.as(ana).call(batchRatings, { body: { ...all, include: [] } })
  expect(none.body).toEqual(nothing)
})

test('a batch of 300 or 1,000 restaurants takes four statements at first, then two, including the session [T-55]', async () => {
  const counted = await countStatements(app)
  const ana = counted.as(await app.user())
  for (const count of [300, 1000]) {
    const restaurantIds = Array.from({ length: count }, (_, i) => i + 1)
    const batch = () => ana.call(batchRatings, { body: { restaurantIds } })
    expect(await counted.statementsOf(batch)).toBe(4)
    expect(await counted.statementsOf(batch)).toBe(2)
  }
})

test('a batch is the same with every compression', async () => {
  const places = await Promise.all(Array.from({ length: 30 }, () => app.restaurant()))
  const ana = await app.user({ department: 'Finance' })
  for (const [i, { id }] of places.entries())
    await app
      .as(ana)
      .call(createRating, { body: { restaurantId: id, value: (i % 5) + 1, comment: 'Añá 🍲' } })
  const ask = (encoding: string) =>
    app.as(ana).fetch(batchRatings.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
      body: JSON.stringify({ restaurantIds: places.map(({ id }) => id) }),
    })
  const plain = await ask('identity')
  const text = await plain.text()
  expect(plain.headers.get('content-encoding')).toBe(null)
  expect(Object.keys(JSON.parse(text).userRatings)).toHaveLength(places.length)
  for (const [accepted, used] of [
    ['gzip', 'gzip'],
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const compressed = await ask(accepted)
    expect(compressed.headers.get('content-encoding')).toBe(used)
    expect(await compressed.text()).toBe(text)
  }
})

test('department stats list the members of the viewer’s department who have not rated', async () => {
  const department = 'Outreach'
  const diner = await app.restaurant()
  const zoe = await app.user({ department, firstName: 'Zoë', lastName: 'Sample' })
  const eva = await app.user({ department, firstName: 'éva', lastName: 'Sample' })
  const ann = await app.user({ department, firstName: 'Ann', lastName: 'Sample' })
  await app.user({ department, firstName: 'Gone', canLogin: false })
  await app.user({ department, firstName: 'New', isVerified: false })
  await rateAs({ department: 'Worship' }, diner.id, 1)
  const stats = async () => (await app.as(zoe).call(getDepartmentStats, idParams(diner))).body

  const people = [ann, eva, zoe].map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))
  expect(await stats()).toEqual({
    department,
    averageRating: null,
    ratedCount: 0,
    memberCount: 3,
    allRated: false,
    unratedMembers: people,
  })
  for (const [user, value] of [
    [eva, 5],
    [ann, 4],
  ] as const)
    await app.as(user).call(createRating, { body: { restaurantId: diner.id, value } })
  expect(await stats()).toMatchObject({ averageRating: 4.5, ratedCount: 2, unratedMembers: [people[2]] })
  await app.as(zoe).call(createRating, { body: { restaurantId: diner.id, value: 3 } })
  expect(await stats()).toEqual({
    department,
    averageRating: 4,
    ratedCount: 3,
    memberCount: 3,
    allRated: true,
    unratedMembers: [],
  })
})
