import { writeFile } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'
import sharp from 'sharp'
import { paddedTo, phonePhoto, picture } from '#tests/support/samples/pictures.ts'
import { expect, holdRequests, test } from '../support/fixtures.ts'

/** The color of the pictures. */
const orange = [0xc2, 0x41, 0x0c]

// A trace would fetch the preview of the picture, which the content security policy forbids.
test.use({ trace: 'off' })

test.beforeEach(async ({ page, signIn }) => {
  await signIn()
  await page.goto('/profile/edit')
})

test(
  'a photo from a phone is rotated upright, appears in the header, and can be removed',
  { tag: '@main' },
  async ({ page }, info) => {
    const photo = paddedTo(Math.floor(9.9 * 1024 * 1024), await phonePhoto({ width: 1200, height: 800 }))
    const letThrough = await holdRequests(page, '**/profile-image')
    await chooseFile(page, await fileOf(info, 'IMG_0001.JPG', photo))
    await expect(page.getByText('Uploading your profile image')).toBeAttached()
    letThrough()
    await expect(page.getByText('Profile image updated', { exact: true })).toBeVisible()
    const stored = page.getByRole('region', { name: 'Profile image' }).locator('img')
    await expect(stored).toHaveAttribute('src', /^\/api\/images\//)
    const ratio = () => stored.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)
    await expect.poll(ratio).toBeCloseTo(800 / 1200, 2)
    await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/api\/images\//)

    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove image' }).click()
    await expect(page.getByText('Profile image removed', { exact: true })).toBeVisible()
    await expect(stored).toBeHidden()
    await expect(page.getByRole('banner').locator('img')).toBeHidden()
  },
)

test('a progressive photo of 48 megapixels is scaled down before it is uploaded', async ({ page }, info) => {
  test.slow()
  const photo = await picture({ width: 8064, height: 6048 })
    .withMetadata({ orientation: 6 })
    .jpeg({ progressive: true })
    .toBuffer()
  await chooseFile(page, await fileOf(info, 'IMG_0048.JPG', paddedTo(9_900_000, photo)))
  await expect(page.getByText('Profile image updated', { exact: true })).toBeVisible({ timeout: 60_000 })
  const { profileImageUrl } = await (await page.request.get('/api/user')).json()
  const stored = sharp(await (await page.request.get(profileImageUrl)).body())
  expect(await stored.metadata()).toMatchObject({ width: 640, height: 853 })
  const { dominant } = await stored.stats()
  for (const [i, value] of [dominant.r, dominant.g, dominant.b].entries())
    expect(Math.abs(value - (orange[i] ?? 0))).toBeLessThan(16)
})

test('a photo that is too large isn’t sent, and a document is rejected', async ({ page }, info) => {
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  const photo = paddedTo(11 * 1024 * 1024, await phonePhoto())
  await chooseFile(page, await fileOf(info, 'large.jpg', photo))
  await expect(page.getByText('File too large', { exact: true })).toBeVisible()
  await expect(page.getByText('Profile image must be less than 10MB', { exact: true })).toBeVisible()
  expect(sent).toEqual([])
  await chooseFile(page, await fileOf(info, 'me.jpg', Buffer.from('%PDF-1.7\n%âãÏÓ\n')))
  await expect(page.getByText('Upload failed', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Profile image' }).locator('img')).toBeHidden()
})

// On disk, because a browser takes a large file much faster from there than from the test.
async function fileOf(info: TestInfo, name: string, content: Buffer): Promise<string> {
  const path = info.outputPath(name)
  await writeFile(path, content)
  return path
}

async function chooseFile(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose image' }).click()
  await (await chooser).setFiles(path)
}
