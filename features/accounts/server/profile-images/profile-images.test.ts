import { beforeEach, expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { startApp } from '#tests/support/start-app.ts'
import { listProfileImages, removeImageOf, uploadImageOf } from '../../profile-images-contract.ts'

const app = await startApp()
const root = await app.superUser()
const as = app.as(root)

beforeEach(async () => {
  await app.db.updateTable('users').set({ imageHash: null }).execute()
  await app.db.deleteFrom('images').execute()
  await app.db.deleteFrom('auditLogs').execute()
})

const png = (background: string) => picture({ background }).png().toBuffer()
const upload = async (user: Row<'users'>, file: Buffer) =>
  as.call(uploadImageOf, { params: { id: user.id }, file: new Blob([new Uint8Array(file)]) })
const listed = async () => (await as.call(listProfileImages)).body
const stored = async () => app.db.selectFrom('images').selectAll().execute()

test('images are listed with their people and stored sizes; one shared by two people counts once in the total, and no one else’s counts', async () => {
  const [ann, ben, cat] = [await app.user(), await app.user(), await app.admin()]
  for (const user of [ann, ben]) expect((await upload(user, await png('#c2410c'))).status).toBe(200)
  const { body } = await upload(cat, await png('#0c41c2'))
  expect(body).toMatchObject({ id: cat.id, profileImageUrl: expect.stringMatching(/\/card$/) })
  // No one learns whose diets they are.
  expect(Object.keys(body).filter(name => name.startsWith('diets'))).toEqual([])

  const sizes = new Map(
    (await stored()).map(({ hash, bytes, cardBytes }) => [hash, bytes.length + cardBytes.length]),
  )
  expect(sizes.size).toBe(2)
  // As of a restaurant.
  await app.insert('images', { bytes: Buffer.alloc(5000), cardBytes: Buffer.alloc(9) })
  const { images, totalBytes } = await listed()
  expect(images.map(({ id }) => id)).toEqual([ann.id, ben.id, cat.id])
  const { id, firstName, lastName, email, campusCode, department, isPrimaryAdmin } = ann
  const { profileImageUrl, bytes } = images[1] ?? {}
  const person = { id, firstName, lastName, email, campusCode, department, isPrimaryAdmin }
  expect(images[0]).toEqual({ ...person, profileImageUrl, bytes, storedAt: expect.any(String) })
  for (const { profileImageUrl, bytes } of images)
    expect(sizes.get(profileImageUrl.split('/')[3] ?? '')).toBe(bytes)
  expect(totalBytes).toBe([...sizes.values()].reduce((a, b) => a + b))
})

test('setting, replacing and removing an image are each audited once, a change without effect is not; unused images are deleted', async () => {
  const user = await app.user()
  await upload(user, await png('#c2410c'))
  await upload(user, await png('#c2410c'))
  await upload(user, await png('#0c41c2'))
  const remove = () => as.call(removeImageOf, { params: { id: user.id } })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(204)
  expect(await listed()).toEqual({ images: [], totalBytes: 0, quotaBytes: 20 * 1024 * 1024 })
  expect(await stored()).toEqual([])
  const entries = await app.audited()
  const { id, email } = user
  const [first, second] = [entries[0]?.[2].after, entries[1]?.[2].after]
  expect(first).not.toBe(second)
  expect(entries).toEqual([
    ['USER_IMAGE_UPDATED', root.id, { id, email, before: null, after: first }],
    ['USER_IMAGE_UPDATED', root.id, { id, email, before: first, after: second }],
    ['USER_IMAGE_REMOVED', root.id, { id, email, before: second, after: null }],
  ])
})
