// On both engines: transactions.
import { expect, test } from 'vitest'
import { addFavorite } from '#features/favorites/contract.ts'
import { createRating, getAverage } from '#features/ratings/contract.ts'
import { addVisit, hideRestaurant } from '#features/visits/contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { deleteAccount, register } from '../../contract.ts'

const app = await startApp()

const remove = (user: Row<'users'>, email = user.email) =>
  app.as(user).call(deleteAccount, { ...idParams(user), body: { email } })
const rowOf = ({ id }: { id: number }) =>
  app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

test('deleting an account removes all its data, updates averages, and mails its owner [T-38]', async () => {
  const [ana, ben] = [await app.user({ department: 'Care' }), await app.user({ department: 'Care' })]
  const place = await app.restaurant()
  const body = { restaurantId: place.id }
  const open = app.as(ana)
  await open.call(createRating, { body: { ...body, value: 1 } })
  await app.as(ben).call(createRating, { body: { ...body, value: 5 } })
  await open.call(addFavorite, { body })
  await open.call(addVisit, { body })
  await open.call(hideRestaurant, { params: body })

  const reply = await remove(ana, ` ${ana.email.toUpperCase()} `)
  expect(reply.status).toBe(204)
  expect(reply.headers.get('clear-site-data')).toBe('"cache"')
  expect(await rowOf(ana)).toBeUndefined()
  for (const table of ['ratings', 'favorites', 'visits', 'hiddenRestaurants', 'sessions'] as const) {
    expect(await app.db.selectFrom(table).selectAll().where('userId', '=', ana.id).execute()).toEqual([])
  }
  expect((await open.fetch('/api/user')).status).toBe(401)
  const average = await app.as(ben).call(getAverage, idParams(place))
  expect(average.body).toMatchObject({ averageRating: 5, ratingCount: 1 })
  const mail = (await app.mails()).at(-1)
  expect(mail?.to).toContain(`<${ana.email}>`)
  expect(mail?.subject).toBe('Your Common Table account was deleted')
})

test('deleting an account removes its picture, unless another account uses the same one', async () => {
  const hash = 'a'.repeat(64)
  await app.insert('images', { hash, bytes: Buffer.from('x'), cardBytes: Buffer.from('y') })
  const [ana, ben] = [await app.user({ imageHash: hash }), await app.user({ imageHash: hash })]
  const images = () => app.db.selectFrom('images').select('hash').where('hash', '=', hash).execute()
  await remove(ana)
  expect(await images()).toHaveLength(1)
  await remove(ben)
  expect(await images()).toHaveLength(0)
})

test('an account is not deleted if the typed email is not its own [T-38]', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  expect(await remove(ana, ben.email)).toMatchObject({
    status: 400,
    message: "The email you entered doesn't match your account email",
  })
  expect(await rowOf(ana)).toEqual(ana)
})

test('the address of a deleted account can register again', async () => {
  const ana = await app.user()
  await remove(ana)
  const body = newcomer({ email: ana.email })
  expect((await app.as(null).call(register, { body })).status).toBe(201)
})
