import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { button, newRestaurant, openSection, toast, unique } from '../support/administration.ts'
import { expect, expectAccessible, test, waitForContent } from '../support/fixtures.ts'
import { primaryAdmin } from '../support/server.ts'

// Any setting makes this a server of its own: a restore ends everyone else's session.
test.use({ environment: { LOG_LEVEL: 'info' } })

test.beforeEach(async ({ admin }) => {
  await admin.post('/api/login', { data: primaryAdmin })
})

/** The name of the newest backup, from the API because an open dialog hides the list. */
async function newestName(page: Page): Promise<string> {
  const [newest] = await (await page.request.get('/api/backup')).json()
  return newest.filename
}

/** Opens the dialog of a backup, types its name and restores it. */
async function restore(page: Page, filename: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Restore Backup' })
  await expect(dialog).toContainText(filename)
  await expect(dialog.getByRole('table')).toBeVisible()
  await dialog.getByLabel('Name of the file').fill(filename)
  await button(dialog, 'Restore this backup').click()
}

test('backups are made, restored and undone [T-100]', { tag: '@main' }, async ({ page, admin, signIn }) => {
  await signIn({ role: 'super-user' })
  const kept = await newRestaurant(admin, { name: unique('The Kept Kettle') })
  const exists = async (id: number) => (await page.request.get(`/api/restaurants/${id}`)).status()

  await openSection(page, 'backups')
  await button(page, 'Create Backup').first().click()
  const creating = page.getByRole('dialog', { name: 'Create Backup' })
  await button(creating, 'Create backup').click()
  await expect(creating).toBeHidden()
  await expect(toast(page, 'Backup created')).toBeVisible()
  const filename = await newestName(page)
  const row = page.getByRole('row', { name: filename })
  await expect(row).toContainText('By hand')
  await expect(row).toContainText('With images')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Download ${filename}` }).click(),
  ])
  expect(download.suggestedFilename()).toBe(filename)
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')

  const added = await newRestaurant(admin, { name: unique('The Late Ladle') })
  expect((await admin.delete(`/api/admin/restaurants/${kept.id}`)).status()).toBe(204)
  await button(page, `Restore ${filename}`).click()
  const dialog = page.getByRole('dialog', { name: 'Restore Backup' })
  await expect(dialog.getByRole('row', { name: /^Restaurants/ })).toContainText('Same')
  await expect(dialog).toContainText('Everyone else has to sign in again')
  await dialog.getByLabel('Name of the file').fill('backup.zip')
  await button(dialog, 'Restore this backup').click()
  await expect(dialog.getByText('That is not the name of the file')).toBeVisible()
  await expectAccessible(page)
  await restore(page, filename)
  await expect(toast(page, 'Database restored successfully')).toBeVisible()
  const restored = page.getByRole('dialog', { name: 'Restored' })
  await expect(restored).toBeVisible()
  await expectAccessible(page)
  expect([await exists(kept.id), await exists(added.id)]).toEqual([200, 404])
  expect((await admin.get('/api/user')).status()).toBe(401)

  // The safety copy of the previous state is first in the list, and one click restores it.
  const safety = await newestName(page)
  expect(safety).toMatch(/^safety-/)
  await expect(restored).toContainText(safety)
  await button(restored, 'Undo: restore the safety copy').click()
  await restore(page, safety)
  await expect(restored).toContainText(`Everything was restored from ${safety}`)
  await button(restored, 'Done').click()
  await expect(restored).toBeHidden()
  expect([await exists(kept.id), await exists(added.id)]).toEqual([404, 200])
  await page.reload()
  await expect(page.getByRole('row', { name: safety })).toContainText('Saved before a restore')

  const size = page.getByRole('columnheader', { name: 'Size' })
  await size.getByRole('button').click()
  await expect(size).toHaveAttribute('aria-sort', 'ascending')

  await button(page, `Delete ${filename}`).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this backup?' })
  await expect(question).toContainText(filename)
  await button(question, 'Delete backup').click()
  await expect(toast(page, 'Backup deleted successfully')).toBeVisible()
  await expect(row).toBeHidden()
})

test('an uploaded backup is checked first, and the schedule can be changed', async ({ page, signIn }) => {
  await signIn({ role: 'super-user' })
  const { filename } = await (await page.request.post('/api/backup', { data: {} })).json()
  const backup = await (await page.request.get(`/api/backup/${filename}`)).text()
  const jsonFile = (content: string, name = 'from-elsewhere.json') => ({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(content),
  })

  await openSection(page, 'backups')
  await button(page, 'Upload Backup').first().click()
  const uploading = page.getByRole('dialog', { name: 'Upload Backup' })
  const choose = uploading.getByLabel('Backup file', { exact: true })
  const upload = button(uploading, 'Upload backup')
  await choose.setInputFiles(jsonFile('{}', 'notes.txt'))
  await expect(uploading.getByText('Only .json and .zip files can be backups')).toBeVisible()
  await choose.setInputFiles(jsonFile(backup.replaceAll('"price":null', '"price":"cheap"')))
  await upload.click()
  await expect(toast(page, 'Failed to upload backup')).toBeVisible()
  const problems = uploading.getByRole('listitem').filter({ hasText: /restaurants\.\d+\.price/ })
  await expect(problems.first()).toBeVisible()
  await expectAccessible(page)
  await choose.setInputFiles(jsonFile(backup))
  await upload.click()
  await expect(uploading).toBeHidden()
  await expect(toast(page, 'Backup uploaded')).toBeVisible()
  const uploaded = await newestName(page)
  await expect(page.getByRole('row', { name: uploaded })).toContainText('Without images')
  await page.getByRole('searchbox').fill('by hand')
  await expect(page.getByRole('row', { name: uploaded })).toBeHidden()

  await button(page, 'Change schedule').click()
  const schedule = page.getByRole('dialog', { name: 'Backup Schedule' })
  await schedule.getByLabel('How often').selectOption('Every week')
  await schedule.getByLabel('How many are kept').fill('0')
  await button(schedule, 'Save schedule').click()
  await expect(schedule.getByText('Enter a whole number from 1 to 365')).toBeVisible()
  await schedule.getByLabel('How many are kept').fill('7')
  await button(schedule, 'Save schedule').click()
  await expect(toast(page, 'Backup schedule updated')).toBeVisible()
  const details = page.getByRole('region', { name: 'Scheduled backups' })
  await expect(details).toContainText('Every week')
  await expect(details).toContainText('The last 7')
})

test('a restore whose response is lost still shows its outcome', async ({ page, context, signIn }) => {
  await signIn({ role: 'super-user' })
  const { filename } = await (await page.request.post('/api/backup', { data: {} })).json()
  await page.route('**/api/backup/restore/*', route => route.abort())
  await page.goto(`/admin?section=backups&restore=${filename}`)
  const dialog = page.getByRole('dialog', { name: 'Restore Backup' })
  await restore(page, filename)
  await expect(dialog.getByText('The connection was lost', { exact: true })).toBeVisible()
  await expect(dialog).toContainText('The connection was lost before the restore began. Nothing was changed.')

  // In another tab, the stream of lunches reports the restore before this tab knows the outcome.
  const home = await context.newPage()
  await home.goto('/?campus=arden')
  const lunches = home.getByText('Nobody has started a lunch yet')
  await expect(lunches).toBeVisible()
  await page.unroute('**/api/backup/restore/*')
  await page.route('**/api/backup/restore/*', async route => {
    await route.fetch()
    await route.abort()
  })
  const readAnew = home.waitForResponse('**/api/campuses')
  await restore(page, filename)
  const restored = page.getByRole('dialog', { name: 'Restored' })
  await expect(restored).toBeVisible()
  await expect(restored).toContainText(await newestName(page))
  await readAnew
  await expect(lunches).toBeVisible()
})

test('every section warns super-users, and only them, without a good backup', async ({ page, signIn }) => {
  let asked = 0
  await page.route('**/api/backup/status', async route => {
    asked += 1
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isOverdue: true, lastGood: null } })
  })
  await signIn({ role: 'super-user' })
  await openSection(page, 'departments')
  const warning = page.getByText('There is no good backup yet.')
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Look at the backups' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Backup \/ Restore/ })).toBeVisible()
  await expect(warning).toHaveCount(1)

  await signIn({ role: 'admin' })
  await page.goto('/')
  asked = 0
  await openSection(page, 'users')
  await waitForContent(page)
  await expect(warning).toBeHidden()
  expect(asked).toBe(0)
})
