import { button, openSection, toast, unique } from '../support/administration.ts'
import { expect, mailedLink, test } from '../support/fixtures.ts'

test('an administrator can change the campus and department of an ordinary account, and that it may sign in', async ({
  page,
  admin,
  newPerson,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const person = await newPerson({ firstName: 'Nora', lastName: unique('Newhart') })
  const name = `Nora ${person.lastName}`
  await page.goto('/admin?section=users&add=user')
  const adding = page.getByRole('dialog', { name: 'Add User' })
  await expect(adding.getByLabel('Department')).toBeVisible()
  await expect(adding.getByLabel('Role')).toHaveCount(0)
  await openSection(page, 'users', person.lastName)
  await button(page, `Edit ${name}`).click()
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await expect(editing.getByLabel('Role')).toHaveCount(0)
  await expect(editing.getByLabel('Password', { exact: true })).toHaveValue('')
  await editing.getByLabel('Department').selectOption('Outreach')
  await editing.getByLabel('Campus').selectOption({ label: 'Concord' })
  await editing.getByRole('switch', { name: 'Can log in' }).press('Space')
  await button(editing, 'Save User').click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
  const [changed] = await (
    await admin.get('/api/admin/users', { params: { search: person.lastName } })
  ).json()
  const { email } = person
  expect(changed).toMatchObject({ department: 'Outreach', campusCode: 'concord', canLogin: false, email })
  await expect(page.getByText('Can’t log in', { exact: true })).toBeVisible()
})

test('for accounts of the same or a higher role, an administrator can only change the personal details', async ({
  page,
  newPerson,
  signIn,
}) => {
  const higher = await newPerson({ role: 'super-user', lastName: unique('Higher') })
  await signIn({ role: 'admin' })
  await openSection(page, 'users', higher.lastName)
  await expect(button(page, `Delete Robin ${higher.lastName}`)).toBeDisabled()
  await button(page, `Edit Robin ${higher.lastName}`).click()
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await expect(editing.getByLabel('Email')).not.toBeEditable()
  await expect(editing.getByText('Your role doesn’t allow changing this address.')).toBeVisible()
  for (const label of ['Password', 'Role', 'Can log in']) {
    await expect(editing.getByLabel(label, { exact: true })).toHaveCount(0)
  }
  await editing.getByLabel('Department').selectOption('Outreach')
  await button(editing, 'Save User').click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
})

test('the primary admin’s account is protected even from super-users', async ({ page, signIn }) => {
  await signIn({ role: 'super-user' })
  const primary = 'admin@example.org'
  await openSection(page, 'users', primary)
  await expect(page.getByText('Primary admin', { exact: true })).toBeVisible()
  await expect(button(page, 'Cannot delete the primary admin account')).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Edit / })).toBeDisabled()
})

test('an unverified user can be sent the mail again, or be marked as verified', async ({
  page,
  admin,
  server,
  newPerson,
  signInAs,
  signIn,
}) => {
  const person = await newPerson({ lastName: unique('Waiting') })
  const undone = await admin.patch(`/api/admin/users/${person.id}`, { data: { isVerified: false } })
  expect(undone.ok()).toBe(true)
  await signIn({ role: 'admin' })
  // The list that the overview links to; verified users are not in it.
  await page.goto(`/admin?section=users&verified=false&q=${encodeURIComponent(person.lastName)}`)
  await expect(page.getByText('Not verified', { exact: true })).toBeVisible()
  await button(page, `Edit Robin ${person.lastName}`).click()
  await button(page, 'Resend verification email').click()
  await expect(toast(page, 'Verification email sent')).toBeVisible()
  expect(await mailedLink(server, person.email)).toContain('verify-email')
  await button(page, 'Mark as verified').click()
  await expect(toast(page, 'User marked as verified')).toBeVisible()
  await expect(page.getByText('Not verified', { exact: true })).toBeHidden()
  await expect(page.getByText('This email address isn’t verified')).toBeHidden()
  await signInAs(person, await page.context().newPage())
})
