import { button, newCampus, newRestaurant, openSection, toast } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

/* What only campuses and departments have; what all lists have is in command-mode/sections-wide.spec.ts. */

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'super-user' })
})

test('what a campus or a department has keeps it from being deleted, which says so and leads there', async ({
  page,
  admin,
}) => {
  const { name, code } = await newCampus(admin)
  await newRestaurant(admin, { campusCode: code })
  await openSection(page, 'campuses', name)
  await button(page, `Delete ${name}`).click()
  const refusal = page.getByRole('alertdialog', { name: 'This campus can’t be deleted' })
  await expect(refusal).toContainText(`Campus "${name}" has 1 restaurant. Move it first.`)
  await button(refusal, 'Show its restaurants').click()
  await expect(page).toHaveURL(new RegExp(`campusCode=${code}`))

  await openSection(page, 'departments', 'Worship')
  await button(page, 'Delete Worship').click()
  const other = page.getByRole('alertdialog', { name: 'This department can’t be deleted' })
  await expect(other).toContainText('Reassign users first.')
  await button(other, 'Show its users').click()
  await expect(page).toHaveURL(/section=users&q=Worship/)
})

test('the secret address of a campus’s chat is never kept in a draft, and only its end is shown', async ({
  page,
  admin,
}) => {
  const { name } = await newCampus(admin)
  await openSection(page, 'campuses', name)
  await button(page, `Edit ${name}`).click()
  const editing = page.getByRole('dialog', { name: 'Edit Campus' })
  await editing.getByLabel('Address').fill('2 Ridge Road')
  const chat = editing.getByLabel('Post lunches to a chat')
  await chat.selectOption('Slack')
  const webhook = editing.getByLabel('Address of the webhook')
  await webhook.fill('https://hooks.slack.com/services/T1/B1/only-the-end-is-shown')
  await chat.selectOption('No chat')
  await expect(webhook).toBeHidden()
  const drafts = await page.evaluate(() => {
    window.dispatchEvent(new Event('visibilitychange'))
    return sessionStorage.drafts
  })
  expect(drafts).toContain('2 Ridge Road')
  expect(drafts, 'a secret is never kept').not.toContain('hooks.slack.com')
  await chat.selectOption('Slack')
  await button(editing, 'Save Campus').click()
  await expect(toast(page, 'Campus updated')).toBeVisible()
  await expect(editing).toBeHidden()
  await button(page, `Edit ${name}`).click()
  await expect(webhook).toHaveValue('https://hooks.slack.com/…hown')
})
