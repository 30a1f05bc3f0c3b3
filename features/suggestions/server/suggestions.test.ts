// On both engines: races.
import { beforeEach, expect, test } from 'vitest'
import { getSession } from '#features/accounts/sessions-contract.ts'
import { createRestaurant, updateRestaurant } from '#features/restaurants/contract.ts'
import { suggestionsOf } from '#tests/support/people/suggestions.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getAdminSuggestion, listAdminSuggestions } from '../contract.ts'

const app = await startApp()
const admin = await app.admin({ firstName: 'Kim', lastName: 'Lee' })
const { send, problem, answer, ownOf } = suggestionsOf(app, admin)
const openCount = async () => (await app.as(admin).call(getSession)).body.openSuggestions
const details = { campusCode: 'arden', price: '$' as const, hours: '9-5', distance: 1, travelTime: 4 }

beforeEach(async () => {
  await app.db.deleteFrom('suggestions').execute()
  await app.db.deleteFrom('auditLogs').execute()
})

test('a requested restaurant is listed with its possible doubles, can be added from the request, and replied to', async () => {
  const ana = await app.user({ firstName: 'Ana', lastName: 'Novak' })
  const like = await app.restaurant({ name: 'The Blue Door Café', address: '7 Mill St, Arden' })
  await app.restaurant({ name: 'Blue Door Cafe', campusCode: 'eastAsheville' })
  const sent = await send(ana, {
    kind: 'restaurant',
    name: ' Blue Door Cafe ',
    address: '9 Mill Road',
    text: 'Best pie.\nReally.',
  })
  expect(sent.status).toBe(201)
  expect(sent.body).toEqual({
    id: expect.any(Number),
    kind: 'restaurant',
    state: 'open',
    restaurant: null,
    campusCode: 'arden',
    name: 'Blue Door Cafe',
    address: '9 Mill Road',
    text: 'Best pie.\nReally.',
    reply: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect(await ownOf(ana)).toEqual([sent.body])
  expect(await openCount()).toBe(1)

  const listed = await app.as(admin).call(listAdminSuggestions, { query: { state: 'open' } })
  expect(listed.headers.get('x-total-count')).toBe('1')
  expect(listed.body).toEqual([
    {
      ...sent.body,
      sender: { id: ana.id, firstName: 'Ana', lastName: 'Novak', email: ana.email },
      answeredBy: null,
      doubles: [{ id: like.id, name: like.name, address: like.address, disabled: false }],
    },
  ])
  const alone = await app.as(admin).call(getAdminSuggestion, { params: { id: sent.body.id } })
  expect(alone.body).toEqual(listed.body[0])

  const added = await app.as(admin).call(createRestaurant, {
    body: { ...details, name: 'Blue Door Cafe', address: '9 Mill Road', suggestionId: sent.body.id },
  })
  expect(added.status).toBe(201)
  const [own] = await ownOf(ana)
  expect(own).toMatchObject({ state: 'done', restaurant: { id: added.body.id, name: 'Blue Door Cafe' } })
  expect(await openCount()).toBe(0)

  const replied = await answer(sent.body.id, { state: 'done', reply: 'It is in the list. Enjoy!' })
  expect(replied.body).toMatchObject({
    reply: 'It is in the list. Enjoy!',
    answeredBy: { firstName: 'Kim' },
    doubles: [],
  })
  expect((await ownOf(ana))[0]).toMatchObject({ state: 'done', reply: 'It is in the list. Enjoy!' })
  const mail = (await app.mails()).at(-1)
  expect(mail).toMatchObject({
    to: `"Ana Novak" <${ana.email}>`,
    subject: 'Re: Your request for the restaurant “Blue Door Cafe”',
  })
  for (const words of [
    'Hello Ana,',
    'It is in the list. Enjoy!',
    'It is done.',
    '/profile?tab=requests',
    'You wrote: Best pie.\nReally.',
  ])
    expect(mail?.text).toContain(words)
  expect((await app.audited()).map(([action, by]) => [action, by])).toEqual([
    ['RESTAURANT_CREATED', admin.id],
    ['SUGGESTION_ANSWERED', admin.id],
    ['SUGGESTION_ANSWERED', admin.id],
  ])
})

test('saving the restaurant’s form marks a reported mistake as done, even without changes', async () => {
  const ana = await app.user()
  const diner = await app.restaurant({ name: 'Diner' })
  const report = async (text: string) =>
    (await send(ana, { kind: 'mistake', restaurantId: diner.id, text })).body
  const [closed, phone] = [await report('It closes at 8'), await report('The phone is wrong')]
  expect(closed).toMatchObject({
    restaurant: { id: diner.id, name: 'Diner', address: diner.address },
    name: 'Diner',
    campusCode: 'arden',
  })
  const params = { id: diner.id }
  const save = (body: object) => app.as(admin).call(updateRestaurant, { params, body: body as never })
  expect((await save({ phone: '555 0100', suggestionId: phone.id })).body.phone).toBe('555 0100')
  expect((await save({ suggestionId: closed.id })).status).toBe(200)
  expect((await ownOf(ana)).map(({ state }) => state)).toEqual(['done', 'done'])
})

test('a form that isn’t saved leaves its suggestion open, and a declined suggestion stays declined', async () => {
  const ana = await app.user()
  const { body } = await send(ana, { kind: 'restaurant', name: 'Nowhere' })
  const form = { ...details, name: 'Nowhere', address: '1 Way', suggestionId: body.id }
  const add = (campusCode: string) => app.as(admin).call(createRestaurant, { body: { ...form, campusCode } })
  expect((await add('atlantis')).status).toBe(400)
  expect((await ownOf(ana))[0]?.state).toBe('open')
  await answer(body.id, { state: 'declined' })
  expect((await add('arden')).status).toBe(201)
  expect((await ownOf(ana))[0]).toMatchObject({ state: 'declined', restaurant: null })
})

test('a suggestion keeps only the fields of its kind, and the error message says what is missing', async () => {
  const ana = await app.user()
  const feature = await send(ana, { kind: 'feature', text: 'Darker dark', name: 'x', campusCode: 'arden' })
  expect(feature.body).toMatchObject({ kind: 'feature', name: null, campusCode: null })
  const rejected = async (body: object) => {
    const { status, error } = await send(ana, body as never)
    return [status, error.errors?.[0]?.path, error.message]
  }
  expect(await rejected({ kind: 'restaurant', text: 'x' })).toEqual([400, 'name', 'Name is required'])
  expect(await rejected({ kind: 'mistake', text: 'x' })).toEqual([
    400,
    'restaurantId',
    'Please choose the restaurant',
  ])
  for (const kind of ['problem', 'feature'])
    expect(await rejected({ kind, text: '  ' })).toEqual([400, 'text', 'Please write a few words'])
  expect((await problem(ana, 'ß'.repeat(1000))).status).toBe(201)
})

test('a person can send twenty suggestions per local day, even simultaneously; duplicates count once [T-65]', async () => {
  app.clock.set('2026-11-21T04:30:00Z')
  const [ana, ben] = [await app.user(), await app.user()]
  const clicks = await Promise.all(Array.from({ length: 8 }, () => problem(ana, 'Same')))
  expect(clicks.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  expect(new Set(clicks.map(({ body }) => body.id)).size).toBe(1)
  const others = await Promise.all(Array.from({ length: 24 }, (_, n) => problem(ana, `Problem ${n}`)))
  expect(others.filter(({ status }) => status === 201)).toHaveLength(19)
  const [rejected] = others.filter(({ status }) => status !== 201)
  expect([rejected?.status, rejected?.message]).toEqual([
    429,
    'You have sent 20 today, the most allowed. Please try again tomorrow.',
  ])
  // Half an hour before midnight in New York.
  expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(1700)
  expect(Number(rejected?.headers.get('retry-after'))).toBeLessThan(1801)
  expect((await problem(ben)).status).toBe(201)
  app.clock.set('2026-11-21T05:00:01Z')
  expect((await problem(ana, 'Same')).status).toBe(201)
})

test('only administrators see how many suggestions are open [T-65]', async () => {
  const ben = await app.user()
  await problem(await app.user())
  expect((await app.as(ben).call(getSession)).body).not.toHaveProperty('openSuggestions')
  expect((await app.as(null).call(getSession)).body).toEqual({ user: null })
})
