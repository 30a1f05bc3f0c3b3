import { button, openSection, toast } from '../support/administration.ts'
import { setSetting } from '../support/database.ts'
import { expect, expectAccessible, holdRequests, test } from '../support/fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'super-user' })
})

test('each of the other settings is saved separately, and keeps what is typed meanwhile', async ({
  page,
  server,
}) => {
  await openSection(page, 'settings')
  const limit = page.getByRole('textbox', { name: 'Limit' })
  const names = page.getByRole('textbox', { name: 'Names' })
  await expect(limit).toHaveValue('50')
  await expect(names).toHaveValue(/^Eric\nJoey\n/)
  await names.fill('Zoe\nBen')
  const elsewhere = page.getByRole('link', { name: 'System Alerts' })
  await elsewhere.click()
  await button(page.getByRole('alertdialog', { name: 'Leave without saving?' }), 'Keep editing').click()
  await button(page, 'Save names').click()
  await expect(toast(page, 'Team rating names updated')).toBeVisible()
  // What is typed during a save, or after another one, counts as unsaved.
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
  setSetting(server, 'favorites_limit', '30')
  // The page asks again when it is shown, unless the request after the save is still under way.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return limit.inputValue()
    })
    .toBe('30')
  await limit.fill('40')
  await button(page, 'Save limit').click()
  await expect(button(page, 'Save limit')).toBeDisabled()

  await page.reload()
  await expect(limit).toHaveValue('40')
  await expect(names).toHaveValue('Zoe\nBen')
  await elsewhere.click()
  await expect(page.getByRole('heading', { level: 1, name: /^System Alerts/ })).toBeVisible()
  for (const key of ['favorites_limit', 'team_rating_names']) setSetting(server, key, null)
})

test('of two edits, lists keep both, and texts are asked about [T-290]', async ({ page, admin, server }) => {
  // A colleague saves between the first and the last key stroke of the person at the page.
  const save = async (key: string, value: string) => {
    const reply = await admin.post('/api/system-settings', { data: { key, value } })
    expect(reply.ok(), await reply.text()).toBe(true)
  }
  const settingNow = async (key: string) =>
    (await (await admin.get(`/api/system-settings/${key}`)).json()).value
  await openSection(page, 'registration')
  const domains = page.getByRole('textbox', { name: 'Domains' })
  await domains.fill('example.org\nmine.example')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Mine.')
  await save('domain_whitelist', 'example.org\ntheirs.example')
  await save('registration_message', 'Theirs.')

  await button(page, 'Save domains').click()
  await expect(toast(page, 'Domain whitelist updated')).toBeVisible()
  await expect(domains).toHaveValue('example.org\ntheirs.example\nmine.example')
  expect(await settingNow('domain_whitelist')).toBe('example.org\ntheirs.example\nmine.example')

  await button(page, 'Save message').click()
  const versions = page.getByRole('dialog', { name: /^Someone else changed this setting/ })
  await expect(versions.getByRole('radio', { name: 'Your version Mine.' })).toBeChecked()
  await expectAccessible(page)
  await button(versions, 'Back to the form').click()
  expect(await settingNow('registration_message')).toBe('Theirs.')
  await expect(message).toHaveValue('Mine.')
  await button(page, 'Save message').click()
  await versions.getByRole('radio', { name: 'Saved version Theirs.' }).check()
  await button(versions, 'Save my choice').click()
  await expect(message).toHaveValue('Theirs.')
  await expect(button(page, 'Save message')).toBeDisabled()
  for (const key of ['domain_whitelist', 'registration_message']) setSetting(server, key, null)
})
