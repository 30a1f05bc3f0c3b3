import { button, newCampus, newRestaurant, openSection, toast, unique } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

/* What only these lists have; what all have is in command-mode/sections-wide.spec.ts. */

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'super-user' })
})

test('a department with people and a campus with restaurants can’t be deleted, which says why', async ({
  page,
  admin,
  newPerson,
}) => {
  const department = unique('Kitchen')
  const { departments } = await (await admin.get('/api/departments')).json()
  const added = await admin.post('/api/departments', { data: [department, ...departments] })
  expect(added.ok(), await added.text()).toBe(true)
  await newPerson({ department })
  await openSection(page, 'departments', department)
  await button(page, `Delete ${department}`).click()
  await expect(page.getByRole('alertdialog', { name: 'This department can’t be deleted' })).toContainText(
    `Department "${department}" has 1 user. Reassign users first.`,
  )

  const { name, code } = await newCampus(admin)
  await newRestaurant(admin, { campusCode: code })
  await openSection(page, 'campuses', name)
  await button(page, `Delete ${name}`).click()
  const refusal = page.getByRole('alertdialog', { name: 'This campus can’t be deleted' })
  await expect(refusal).toContainText(`Campus "${name}" has 1 restaurant. Move it first.`)
  await button(refusal, 'Show its restaurants').click()
  await expect(page).toHaveURL(new RegExp(`campusCode=${code}`))
})

test('the secret address of a campus’s chat is never kept in a draft, and only its end is shown', async ({
  page,
  admin,
}) => {
  const { name } = await newCampus(admin)
  await openSection(page, 'campuses', name)
  await button(page, `Edit ${name}`).click()
  const editing = page.getByRole('dialog', { name: 'Edit Campus' })
  await expect(editing.getByLabel('Code')).not.toBeEditable()
  await editing.getByLabel('Address').fill('2 Ridge Road')
  await editing.getByLabel('Post lunches to a chat').selectOption('Slack')
  const webhook = editing.getByLabel('Address of the webhook')
  await webhook.fill('hooks.slack.com/services')
  await button(editing, 'Save Campus').click()
  await expect(webhook).toHaveAttribute('aria-invalid', 'true')
  await webhook.fill('https://hooks.slack.com/services/T1/B1/only-the-end-is-shown')
  await editing.getByLabel('Post lunches to a chat').selectOption('No chat')
  await expect(webhook).toBeHidden()
  const drafts = await page.evaluate(() => {
    window.dispatchEvent(new Event('visibilitychange'))
    return sessionStorage.drafts
  })
  expect(drafts).toContain('2 Ridge Road')
  expect(drafts, 'a secret is never kept').not.toContain('hooks.slack.com')
  await editing.getByLabel('Post lunches to a chat').selectOption('Slack')
  await button(editing, 'Save Campus').click()
  await expect(toast(page, 'Campus updated')).toBeVisible()
  await expect(editing).toBeHidden()
  await button(page, `Edit ${name}`).click()
  await expect(webhook).toHaveValue('https://hooks.slack.com/…hown')
  await button(editing, 'Cancel').click()
})
