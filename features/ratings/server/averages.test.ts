import { expect, test } from 'vitest'
import { idParams } from '#tests/support/calls/caller.ts'
import { countStatements } from '#tests/support/databases/count-statements.ts'
import { startApp } from '#tests/support/start-app.ts'
import { batchParts, batchRatings, createRating, getDepartmentStats } from '../contract.ts'

const app = await startApp()

test('a batch contains only the requested parts, and runs no statements for the others', async () => {
  const { id } = await app.restaurant()
  const ana = await app.user({ department: 'Finance' })
  await app.as(ana).call(createRating, { body: { restaurantId: id, value: 4 } })
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

test('department stats list the members of the viewer’s department who have not rated', async () => {
  const department = 'Outreach'
  const diner = await app.restaurant()
  const rate = async (user: { id: number }, value: number) =>
    app.as(user).call(createRating, { body: { restaurantId: diner.id, value } })
  const zoe = await app.user({ department, firstName: 'Zoë', lastName: 'Sample' })
  const eva = await app.user({ department, firstName: 'éva', lastName: 'Sample' })
  const ann = await app.user({ department, firstName: 'Ann', lastName: 'Sample' })
  await app.user({ department, firstName: 'Gone', canLogin: false })
  await app.user({ department, firstName: 'New', isVerified: false })
  await rate(await app.user({ department: 'Worship' }), 1)
  const stats = async () => (await app.as(zoe).call(getDepartmentStats, idParams(diner))).body

  const people = [ann, eva, zoe].map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))
  const none = { averageRating: null, ratedCount: 0, allRated: false, unratedMembers: people }
  expect(await stats()).toEqual({ department, memberCount: 3, ...none })
  await rate(eva, 5)
  await rate(ann, 4)
  expect(await stats()).toMatchObject({ averageRating: 4.5, ratedCount: 2, unratedMembers: [people[2]] })
  await rate(zoe, 3)
  const all = { averageRating: 4, ratedCount: 3, allRated: true, unratedMembers: [] }
  expect(await stats()).toEqual({ department, memberCount: 3, ...all })
})
