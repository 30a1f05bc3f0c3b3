// On both engines: reads every table.
import { expect, test } from 'vitest'
import { tables } from '#app/tables.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { createCalendar } from '#features/lunches/calendar-contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { addVisit, hideRestaurant } from '#features/visits/contract.ts'
import { tableNames } from '#kit/server/database/schema.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { startApp } from '#tests/support/start-app.ts'
import { uploadProfileImage } from '../../own-profile-image-contract.ts'

const app = await startApp()
const ana = await app.user({ firstName: 'Ana', department: 'Care' })
const ben = await app.user({ firstName: 'Ben' })
const place = await app.restaurant({ name: 'Blue Sky Cafe', address: '1 Oak St' })
const own = app.as(ana)
const path = `/api/user/${ana.id}/data`

test('everyone can take all their data with them in one file, without secrets and other people [T-291]', async () => {
  const body = { restaurantId: place.id }
  await own.call(createRating, { body: { ...body, value: 4, comment: 'Fine soup' } })
  await app.as(ben).call(createRating, { body: { ...body, value: 1, comment: 'Of Ben' } })
  await own.call(addFavorite, { body })
  await own.call(addVisit, { body })
  await own.call(hideRestaurant, { params: body })
  await own.call(createCalendar)
  const file = new Blob([new Uint8Array(await picture().png().toBuffer())], { type: 'image/png' })
  await own.call(uploadProfileImage, { params: { id: ana.id }, file })

  const reply = await own.fetch(path)
  expect([
    reply.status,
    reply.headers.get('content-disposition'),
    reply.headers.get('cache-control'),
  ]).toEqual([200, 'attachment; filename="common-table-data.json"', 'no-store'])
  const text = await reply.text()
  const data = JSON.parse(text)
  const { id, email, department } = ana
  expect(data.account).toMatchObject({ id, email, department, firstName: 'Ana' })
  expect(data.picture).toMatch(/^data:image\/webp;base64,UklGR/)
  const restaurant = 'Blue Sky Cafe, 1 Oak St'
  expect(data.ratings).toEqual([expect.objectContaining({ value: 4, comment: 'Fine soup', restaurant })])
  for (const table of ['favorites', 'visits', 'hiddenRestaurants'])
    expect(data[table]).toEqual([expect.objectContaining({ userId: id, restaurant })])
  expect([data.calendarFeeds, data.sessions]).toMatchObject([[{ userId: id }], [{ userId: id }]])
  expect(text).not.toContain('Of Ben')
  expect(text).not.toMatch(/hash"|tokenHash|publicKey|endpoint/i)
  for (const table of ['users', 'sessions', 'calendarFeeds'] as const)
    for (const row of await app.db.selectFrom(table).selectAll().execute())
      for (const value of Object.entries(row).flatMap(([name, value]) =>
        /password|token/i.test(name) ? value : [],
      ))
        if (typeof value === 'string') expect(text).not.toContain(value)
})

test('the file has every table with rows of people [T-291]', async () => {
  const data = Object(await (await own.fetch(path)).json())
  const owned = tableNames(tables).filter(name => 'userId' in tables[name].columns)
  const missing = owned.filter(name => !(name in data))
  expect(missing.sort()).toEqual(['mailTokens', 'ownerVersions', 'passkeyChallenges'])
})
