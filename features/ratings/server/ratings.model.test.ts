// On both engines: races.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deleteUser, updateUser } from '#features/accounts/users-contract.ts'
import { saveDepartments } from '#features/departments/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { restoreTrash } from '#features/trash/contract.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import * as plain from '#tests/support/people/ratings-model.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { startApp } from '#tests/support/start-app.ts'
import * as admin from '../admin-ratings-contract.ts'
import { createRating, updateRating } from '../contract.ts'

/*
 * Ratings as everyone knows them: at most one per person and place, the latest first, and every number is a plain count of
 * them, whatever people and administrators do, in turn or at once.
 */

const app = await startApp({ RATE_LIMITS: 'off' })
const { db } = app
const rootUser = await app.superUser()
const root = app.as(rootUser)
const others = db.selectFrom('departments').select('name').where('name', '!=', 'Care')
const rest = (await others.execute()).map(({ name }) => name)

const comments = [undefined, undefined, null, '', ' \n', ' Tidy \n', "<b> '); DROP TABLE ratings; --\u202e🍲"]
const step = fc.record({
  kind: fc.constantFrom(
    ...(['rate', 'rate', 'rate', 'rateFor', 'rateFor', 'change', 'carry', 'changeAny', 'changeAny'] as const),
    ...(['clear', 'saveAll', 'saveAll', 'move', 'rename', 'leave', 'deletePlace', 'restore'] as const),
  ),
  who: fc.nat(2),
  at: fc.nat(1),
  value: fc.integer({ min: 1, max: 5 }),
  comment: fc.constantFrom(...comments),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Model = plain.Model & { departments: [string, string, string] }
type Deed = [
  send: () => Promise<{ status: number; body?: unknown }>,
  status: number,
  change?: () => unknown,
  audited?: [action: string, details: object],
]

/** What a step sends, and in what it ends by the model: the status, what changes, and the entry in the audit log. */
function deedOf(model: Model, { kind, who, at, value, comment }: Step): Deed {
  const { people, places, departments } = model
  const [person, place] = [people[who] as Model['people'][0], places[at] as Model['places'][0]]
  const [userId, restaurantId] = [person.id, place.id]
  const had = plain.find(model, userId, restaurantId)
  const own = { params: { id: had?.id ?? 987_654 } }
  const stars = { value, ...(comment !== undefined && { comment }) }
  const before = had && { value: had.value, comment: had.comment }
  const after = { value, comment: comment === undefined ? (had?.comment ?? null) : comment?.trim() || null }
  const updatedAt = app.clock.now().toISOString()
  const save = (written = after) => plain.put(model, { userId, restaurantId, updatedAt, ...written })
  const saved = place.isGone ? 404 : had ? 200 : 201
  // A change of nothing, of the value or the comment alone, or of both.
  const { value: _, ...part } = stars
  const changed = value > 3 || !before ? after : { ...after, value: before.value }
  const all = places.map(({ id }) => ({ id, old: plain.find(model, userId, id) }))
  const differing = all.filter(({ old }) => old?.value !== value)
  const created = differing.filter(({ old }) => !old).length
  const counts = { count: places.length, created, updated: differing.length - created }
  // The last of several for the same place counts.
  const bulk = [{ restaurantId, value: 1 }, ...places.map(({ id }) => ({ restaurantId: id, value }))]
  const [from, to] = [departments[0], departments[0] === 'Care' ? 'Comfort' : 'Care']
  const department = departments[value % 3] as string
  const deeds: Record<Step['kind'], Deed> = {
    rate: [() => person.call(createRating, { body: { restaurantId, ...stars } }), saved, () => save()],
    rateFor: [
      () => root.call(admin.createRatingFor, { body: { userId, restaurantId, ...stars } }),
      saved,
      () => save(),
      [had ? 'RATING_UPDATED' : 'RATING_CREATED', { userId, restaurantId, ...(before && { before }), after }],
    ],
    change: [
      () => person.call(updateRating, { ...own, body: { restaurantId, ...stars } }),
      had ? 200 : 404,
      () => save(),
    ],
    carry: [
      () => person.call(updateRating, { ...own, body: { restaurantId: restaurantId + 1, ...stars } }),
      had ? 400 : 404,
    ],
    changeAny: [
      () => root.call(admin.updateAnyRating, { ...own, body: value > 3 ? stars : part }),
      had ? 200 : 404,
      () => save(changed),
      ['RATING_UPDATED', { id: had?.id, before, after: changed }],
    ],
    clear: [
      () => root.call(admin.deleteAnyRating, own),
      had ? 204 : 404,
      () => plain.keep(model, rating => rating !== had),
      ['RATING_DELETED', { id: had?.id, before }],
    ],
    saveAll: [
      () => root.call(admin.saveRatingsFor, { body: { userId, ratings: bulk } }),
      places.some(({ isGone }) => isGone) ? 404 : 200,
      () => {
        for (const { id, old } of differing)
          plain.put(model, { userId, restaurantId: id, updatedAt, value, comment: old?.comment ?? null })
      },
      ['RATINGS_SAVED', { userId, ...counts }],
    ],
    move: [
      () => root.call(updateUser, { ...idParams(person), body: { department } }),
      200,
      () => Object.assign(person, { department }),
    ],
    rename: [
      () => root.call(saveDepartments, { body: { departments: [to, ...rest], rename: { from, to } } }),
      200,
      () => {
        departments[0] = to
        for (const one of people) if (one.department === from) one.department = to
      },
    ],
    leave: [
      () => root.call(deleteUser, idParams(person)),
      204,
      async () => {
        expect((await person.call(createRating, { body: { restaurantId, value } })).status).toBe(401)
        await read(model)
      },
    ],
    deletePlace: [
      () => root.call(deleteRestaurant, idParams(place)),
      place.isGone ? 404 : 204,
      () => {
        place.isGone = true
        plain.keep(model, rating => rating.restaurantId !== restaurantId)
      },
    ],
    // What comes back is told in features/trash.
    restore: [restoreAll, 200, () => read(model)],
  }
  return deeds[kind]
}

/** Takes a step, and expects of it what the model does. */
async function take(model: Model, step: Step): Promise<void> {
  app.clock.advance({ seconds: 1 })
  await db.deleteFrom('auditLogs').execute()
  const [send, status, change, audited] = deedOf(model, step)
  const reply = await send()
  expect([step.kind, reply.status]).toEqual([step.kind, status])
  const isDone = status < 300
  if (audited) {
    const [action, details] = audited
    const entry = [action, rootUser.id, expect.objectContaining(details)]
    expect(await app.audited()).toEqual(isDone ? [entry] : [])
    if (step.kind === 'saveAll' && isDone) expect(details).toMatchObject(reply.body as object)
  }
  if (isDone) await change?.()
  const rows = await db.selectFrom('ratings').selectAll().execute()
  for (const rating of model.ratings.filter(({ id }) => !id)) {
    const row = rows.find(one => one.userId === rating.userId && one.restaurantId === rating.restaurantId)
    Object.assign(rating, { id: row?.id, createdAt: row?.createdAt })
  }
}

async function expectCounted(model: Model, who: number, at: number): Promise<void> {
  const [person, place] = [model.people[who] as Model['people'][0], model.places[at] ?? { id: 0 }]
  expect(await plain.shown(model, root, person, place)).toEqual(plain.counted(model, person, place))
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
}

test('ratings, averages, lists and the audit log are a plain count after any steps in turn, and after any at once [T-51 T-52 T-54]', async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 30, size: 'max' })
  await fc.assert(
    fc.asyncProperty(steps, steps, async (inTurn, atOnce) => {
      const model = await newModel()
      for (const one of inTurn) {
        await take(model, one)
        await expectCounted(model, one.who, one.at)
      }
      const replies = await Promise.all(atOnce.map(one => deedOf(model, one)[0]()))
      for (const { status } of replies) expect([200, 201, 204, 400, 401, 404, 409]).toContain(status)
      await read(model)
      for (const who of [0, 1, 2]) await expectCounted(model, who, who % 2)
    }),
    // Each run takes a second, so the nightly run makes more of them.
    {
      ...(process.env.EVERYTHING === 'true' ? { numRuns: 25 } : { numRuns: 8, seed: 56 }),
      interruptAfterTimeLimit: 40_000,
    },
  )
})

async function restoreAll() {
  for (const kind of ['restaurant', 'rating'] as const) {
    const trash = await db.selectFrom('trash').select('itemId').where('kind', '=', kind).execute()
    const body = { kind, ids: trash.map(({ itemId }) => itemId) }
    if (trash.length > 0) expect([200, 404]).toContain((await root.call(restoreTrash, { body })).status)
  }
  return { status: 200 }
}

/** Lets the model know what there is, where it doesn't predict it. */
async function read(model: Model): Promise<void> {
  const users = await db.selectFrom('users').selectAll().execute()
  const places = await db.selectFrom('restaurants').select('id').execute()
  model.ratings = await db.selectFrom('ratings').selectAll().execute()
  for (const place of model.places) place.isGone = places.every(({ id }) => id !== place.id)
  for (const [i, person] of model.people.entries()) {
    const row = users.find(({ id }) => id === person.id)
    model.people[i] = row ? { ...person, ...row } : await newPerson()
  }
  const renamed = await db.selectFrom('departments').selectAll().where('name', '=', 'Comfort').execute()
  model.departments[0] = renamed.length > 0 ? 'Comfort' : 'Care'
}

async function newPerson() {
  const user = await app.user()
  const as = app.as(user)
  await as.fetch('/api/user')
  return { ...user, ...as }
}

async function newModel(): Promise<Model> {
  for (const table of ['restaurants', 'trash'] as const) await db.deleteFrom(table).execute()
  // Disabled restaurants can be rated, too.
  const places = [await app.restaurant(), await app.restaurant({ disabled: true })]
  const model: Model = {
    people: [await newPerson(), await newPerson(), await newPerson()],
    places: places.map(({ id }) => ({ id, isGone: false })),
    departments: ['', 'Worship', 'Finance'],
    ratings: [],
  }
  await read(model)
  return model
}
