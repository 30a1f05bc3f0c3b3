import { button, openSection, toast } from '../support/administration.ts'
import { setSetting } from '../support/database.ts'
import { expect, holdRequests, test } from '../support/fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'super-user' })
})

test('the other settings share one section, and each is saved separately', async ({ page, server }) => {
  await openSection(page, 'settings')
  const limit = page.getByRole('textbox', { name: 'Limit' })
  const names = page.getByRole('textbox', { name: 'Names' })
  await expect(limit).toHaveValue('50')
  await expect(names).toHaveValue(/^Eric\nJoey\n/)
  await limit.fill('0')
  await button(page, 'Save limit').click()
  await expect(page.getByText('Enter a whole number from 1 to 1,000')).toBeVisible()
  await names.fill('Zoe\nBen')
  await page.getByRole('link', { name: 'System Alerts' }).click()
  await button(page.getByRole('alertdialog', { name: 'Leave without saving?' }), 'Keep editing').click()
  await button(page, 'Save names').click()
  await expect(toast(page, 'Team rating names updated')).toBeVisible()
  await limit.fill(' 40 ')
  await limit.press('Enter')
  await expect(toast(page, 'Favorites limit updated')).toBeVisible()
  await expect(limit).toHaveValue('40')
  await page.reload()
  await expect(limit).toHaveValue('40')
  await expect(names).toHaveValue('Zoe\nBen')
  await page.getByRole('link', { name: 'System Alerts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^System Alerts/ })).toBeVisible()
  for (const key of ['favorites_limit', 'team_rating_names']) setSetting(server, key, null)
})

test('text typed while a setting is being saved is kept and still counts as unsaved', async ({
  page,
  server,
}) => {
  await openSection(page, 'settings')
  const limit = page.getByRole('textbox', { name: 'Limit' })
  const release = await holdRequests(page, '**/api/system-settings')
  await limit.fill(' 40 ')
  await limit.press('Enter')
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await limit.fill('45')
  release()
  await expect(toast(page, 'Favorites limit updated')).toBeVisible()
  await expect(button(page, 'Save limit')).toBeEnabled()
  await expect(limit).toHaveValue('45')
  await button(page, 'Undo changes').click()
  await expect(limit).toHaveValue('40')
  await expect(button(page, 'Save limit')).toBeDisabled()
  setSetting(server, 'favorites_limit', null)
})

test('what was saved, and changed by somebody else since, can be saved again', async ({ page, server }) => {
  await openSection(page, 'settings')
  const limit = page.getByRole('textbox', { name: 'Limit' })
  await limit.fill('40')
  await limit.press('Enter')
  await expect(toast(page, 'Favorites limit updated')).toBeVisible()
  setSetting(server, 'favorites_limit', '30')
  // The page asks again when it is shown, unless the request after the save is still under way.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return limit.inputValue()
    })
    .toBe('30')
  await limit.fill('40')
  await expect(button(page, 'Save limit')).toBeEnabled()
  setSetting(server, 'favorites_limit', null)
})
