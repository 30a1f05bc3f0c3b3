import { button, newRestaurant, openSection, toast, unique } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'super-user' })
})

test('a department cannot be added twice, keeps its users when renamed, and can be deleted once it is empty', async ({
  page,
  admin,
  newPerson,
}) => {
  const [name, renamed] = [unique('Kitchen'), unique('Bakery')]
  await openSection(page, 'departments')
  const adding = page.getByRole('dialog', { name: 'Add Department' })
  await button(page, 'Add Department').click()
  await button(adding, 'Add Department').click()
  await expect(adding.getByText('Department name is required')).toBeVisible()
  await adding.getByLabel('Name').fill('Worship')
  await button(adding, 'Add Department').click()
  await expect(adding.getByText('Department "Worship" already exists.')).toBeVisible()
  await expectAccessible(page)
  await adding.getByLabel('Name').fill(name)
  await button(adding, 'Add Department').click()
  await expect(toast(page, 'Department added')).toBeVisible()
  // Closing a dialog goes back in the history, which would cancel a dialog that is opened too early.
  await expect(adding).toBeHidden()

  const person = await newPerson({ department: name })
  await openSection(page, 'departments', name)
  await button(page, `Delete ${name}`).click()
  const refusal = page.getByRole('alertdialog', { name: 'This department can’t be deleted' })
  await expect(refusal).toContainText(`Department "${name}" has 1 user. Reassign users first.`)
  await button(refusal, 'Cancel').click()
  await expectAccessible(page)

  await page.getByRole('searchbox').fill('')
  await button(page, `Rename ${name}`).click()
  const renaming = page.getByRole('dialog', { name: 'Rename Department' })
  await renaming.getByLabel('Name').fill(renamed)
  await button(renaming, 'Rename Department').click()
  await expect(toast(page, 'Department renamed')).toBeVisible()
  await expect(renaming).toBeHidden()
  const [moved] = await (await admin.get('/api/admin/users', { params: { search: person.email } })).json()
  expect(moved).toMatchObject({ department: renamed })

  expect((await admin.delete(`/api/admin/users/${person.id}`)).status()).toBe(204)
  await openSection(page, 'departments', renamed)
  await button(page, `Delete ${renamed}`).click()
  await button(page.getByRole('alertdialog', { name: `Delete ${renamed}?` }), 'Delete department').click()
  await expect(toast(page, 'Department deleted')).toBeVisible()
  const { departments } = await (await admin.get('/api/departments')).json()
  expect(departments).not.toContain(renamed)
})

test('a campus can be added and moved, and can be deleted once it has no restaurants', async ({
  page,
  admin,
}) => {
  const name = unique('Sample Ridge')
  const code = name.replaceAll(' ', '')
  await openSection(page, 'campuses')
  await button(page, 'Add Campus').click()
  const adding = page.getByRole('dialog', { name: 'Add Campus' })
  await adding.getByLabel('Name').fill('Arden')
  await adding.getByLabel('Code').fill(code)
  await adding.getByLabel('Address').fill('1 Ridge Road')
  await adding.getByLabel('Latitude').fill('35.5')
  await adding.getByLabel('Longitude').fill('-182')
  await button(adding, 'Add Campus').click()
  await expect(adding.getByText('Campus "Arden" already exists.')).toBeVisible()
  await expectAccessible(page)
  await expect(adding.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  await expect(adding.getByRole('spinbutton', { name: 'Longitude' })).toHaveAttribute('aria-invalid', 'true')
  await adding.getByLabel('Name').fill(name)
  await adding.getByLabel('Longitude').fill('-82.5')
  await button(adding, 'Add Campus').click()
  await expect(toast(page, 'Campus added')).toBeVisible()
  await expect(adding).toBeHidden()
  await expectAccessible(page)

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

  const { id } = await newRestaurant(admin, { campusCode: code })
  await openSection(page, 'campuses', name)
  await button(page, `Delete ${name}`).click()
  const refusal = page.getByRole('alertdialog', { name: 'This campus can’t be deleted' })
  await expect(refusal).toContainText(`Campus "${name}" has 1 restaurant. Move it first.`)
  await button(refusal, 'Show its restaurants').click()
  await expect(page).toHaveURL(new RegExp(`campusCode=${code}`))

  expect((await admin.delete(`/api/admin/restaurants/${id}`)).status()).toBe(204)
  await openSection(page, 'campuses', name)
  await button(page, `Delete ${name}`).click()
  await button(page, 'Delete campus').click()
  await expect(toast(page, 'Campus deleted')).toBeVisible()
  expect(await (await admin.get('/api/campuses')).text()).not.toContain(name)
})
