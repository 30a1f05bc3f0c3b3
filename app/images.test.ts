// On both engines: dialect, locks, races.

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { removeProfileImage, uploadProfileImage } from '#features/accounts/own-profile-image-contract.ts'
import { getViewer } from '#features/accounts/sessions-contract.ts'
import { saveImage } from '#features/images/server/images-store.ts'
import { getRestaurant } from '#features/restaurants/contract.ts'
import {
  removeRestaurantImage,
  uploadRestaurantImage,
} from '#features/restaurants/restaurant-images-contract.ts'
import { change } from '#kit/server/database/rows.ts'
import { cpuTimeOf } from '#tests/support/cpu-time.ts'
import { countLockWaits } from '#tests/support/databases/lock-waits.ts'
import { phonePhoto, picture } from '#tests/support/samples/pictures.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()

const red = await pictureFile('#b91c1c')
const blue = await pictureFile('#1d4ed8')

async function pictureFile(background: string): Promise<Blob> {
  return blob(await picture({ background }).png().toBuffer())
}
function blob(bytes: Buffer, type = 'image/png'): Blob {
  return new Blob([new Uint8Array(bytes)], { type })
}
const setOwn = (user: { id: number }, file: Blob) =>
  app.as(user).call(uploadProfileImage, { params: { id: user.id }, file })
const storedImages = () => app.db.selectFrom('images').select('hash').execute()

test('a user can set, see, replace and remove a profile image, and only the last one is stored [T-74]', async () => {
  const ana = await app.user()
  const { status, body } = await setOwn(
    ana,
    blob(await phonePhoto({ width: 400, height: 300 }), 'image/jpeg'),
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: ana.id, email: ana.email })
  expect(body.profileImageUrl).toMatch(/^\/api\/images\/[0-9a-f]{64}\/card$/)

  const shown = await app.as(ana).fetch(String(body.profileImageUrl))
  expect(shown.headers.get('content-type')).toBe('image/webp')
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 400 })

  const second = await setOwn(ana, red)
  expect(second.body.profileImageUrl).not.toBe(body.profileImageUrl)
  expect((await app.as(ana).call(getViewer)).body.profileImageUrl).toBe(second.body.profileImageUrl)
  expect((await app.as(ana).fetch(String(body.profileImageUrl))).status).toBe(404)
  expect(await storedImages()).toHaveLength(1)

  const remove = () => app.as(ana).call(removeProfileImage, { params: { id: ana.id } })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(204)
  expect((await app.as(ana).call(getViewer)).body.profileImageUrl).toBeNull()
  expect(await storedImages()).toEqual([])
})

test('an image that several people use is kept until the last of them replaces it [T-74]', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  const { body } = await setOwn(ana, red)
  expect((await setOwn(ben, red)).body.profileImageUrl).toBe(body.profileImageUrl)
  await setOwn(ana, blue)
  expect((await app.as(ana).fetch(String(body.profileImageUrl))).status).toBe(200)
  await setOwn(ben, blue)
  expect((await app.as(ana).fetch(String(body.profileImageUrl))).status).toBe(404)
})

test('people who swap the same two images simultaneously all keep the one they chose [T-74]', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => app.user()))
  for (let round = 0; round < 4; round += 1) {
    const replies = await Promise.all(
      people.map((person, place) => setOwn(person, (place + round) % 2 === 0 ? red : blue)),
    )
    for (const [place, { status, body }] of replies.entries()) {
      expect(status).toBe(200)
      expect((await app.as(people[place] ?? null).fetch(String(body.profileImageUrl))).status).toBe(200)
    }
  }
})

// Not on SQLite, where a write transaction locks out the others from its start.
test.runIf(process.env.ENGINE === 'postgres')(
  'an image being given to a restaurant is kept when its last user replaces it in the meantime [T-74]',
  async () => {
    const [ben, place] = [await app.user(), await app.restaurant()]
    expect((await setOwn(ben, red)).status).toBe(200)
    const url = String((await app.as(ben).call(getViewer)).body.profileImageUrl)
    const hash = url.split('/').at(-2) ?? ''
    const [isChosen, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const choosing = app.db.transaction().execute(async tx => {
      await change(tx, 'restaurants', { id: place.id }, { imageHash: hash })
      await saveImage(tx, { hash, bytes: Buffer.of(), cardBytes: Buffer.of(), createdAt: '2026' })
      isChosen.resolve()
      await release.promise
    })
    await isChosen.promise
    let hasLeft = false
    const leaving = setOwn(ben, blue).finally(() => {
      hasLeft = true
    })
    await expect.poll(async () => hasLeft || (await countLockWaits(app.db)) > 0).toBe(true)
    release.resolve()
    await choosing
    expect((await leaving).status).toBe(200)
    expect((await app.as(ben).fetch(url)).status).toBe(200)
  },
)

test('an administrator sets the image of a restaurant, and every signed-in user can fetch both sizes', async () => {
  const [admin, ana, place] = [await app.admin(), await app.user(), await app.restaurant()]
  const large = blob(await picture({ width: 2400, height: 1600 }).jpeg().toBuffer(), 'image/jpeg')
  const params = { id: place.id }
  const { status, body } = await app.as(admin).call(uploadRestaurantImage, { params, file: large })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: place.id, name: place.name })

  const seen = (await app.as(ana).call(getRestaurant, { params })).body
  expect(seen.imageUrl).toBe(body.imageUrl)
  const widths = await Promise.all(
    [seen.imageUrl, seen.cardImageUrl].map(async url => {
      const bytes = await (await app.as(ana).fetch(String(url))).arrayBuffer()
      return (await sharp(Buffer.from(bytes)).metadata()).width
    }),
  )
  expect(widths).toEqual([1600, 640])

  expect((await app.as(admin).call(removeRestaurantImage, { params })).status).toBe(204)
  expect((await app.as(ana).call(getRestaurant, { params })).body.imageUrl).toBeNull()
})

test('browsers cache an image forever, and its headers allow nothing but displaying it [T-70 T-114]', async () => {
  const ana = await app.user()
  const { body } = await setOwn(ana, red)
  for (const path of [String(body.profileImageUrl), String(body.profileImageUrl).replace('/card', '')]) {
    const { headers } = await app.as(ana).fetch(path)
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const etag = headers.get('etag') ?? ''
    const again = await app.as(ana).fetch(path, { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    const among = await app.as(ana).fetch(path, { headers: { 'if-none-match': `"other" , ${etag},"x"` } })
    expect(among.status).toBe(304)
  }
})

test('a long, malformed If-None-Match header does not slow down the response [T-118]', async () => {
  const ana = await app.user()
  const { body } = await setOwn(ana, red)
  const headers = { 'if-none-match': `"a${' '.repeat(14_000)}b"` }
  const work = await cpuTimeOf(async () => {
    for (let i = 0; i < 10; i++)
      expect((await app.as(ana).fetch(String(body.profileImageUrl), { headers })).status).toBe(200)
  })
  // Some 160 ms; a header that is split at /\s*,\s*/ takes a second.
  expect(work).toBeLessThan(500)
})

test.each(['0'.repeat(64), 'nothing', '..%2f..%2fetc', '%00', '%0d%0aset-cookie:x'])(
  'an unknown or malformed image hash (%s) is 404 and is not cached',
  async hash => {
    for (const path of [`/api/images/${hash}`, `/api/images/${hash}/card`]) {
      const response = await app.as(await app.user()).fetch(path)
      expect([response.status, await response.json()]).toEqual([
        404,
        { message: 'Image not found', code: 'not_found' },
      ])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  },
)
