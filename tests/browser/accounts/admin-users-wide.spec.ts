import { button, openSection, toast, unique } from '../support/administration.ts'
import { expect, failRequests, mailedLink, test } from '../support/fixtures.ts'

test('who edits an account is offered what their role may change', async ({ page, newPerson, signIn }) => {
  const lastName = unique('Newhart')
  await newPerson({ firstName: 'Nora', lastName })
  await newPerson({ firstName: 'Hugh', lastName, role: 'super-user' })
  await signIn({ role: 'admin' })
  // A form that can't load its choices says so, and opens after a retry.
  await failRequests(page, '**/api/campuses')
  await page.goto('/admin?section=users&add=user')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The drawer is stuck')
  await page.unroute('**/api/campuses')
  await button(page.getByRole('dialog'), 'Retry').click()
  const adding = page.getByRole('dialog', { name: 'Add User' })
  await expect(adding.getByLabel('First Name')).toBeFocused()
  await expect(adding.getByLabel('Department')).toBeVisible()
  await expect(adding.getByLabel('Role')).toHaveCount(0)

  await openSection(page, 'users', lastName)
  await button(page, `Edit Nora ${lastName}`).click()
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await expect(editing.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(editing.getByLabel('Role')).toHaveCount(0)
  await editing.getByRole('switch', { name: 'Can log in' }).press('Space')
  await button(editing, 'Save User').click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
  await expect(page.getByText('Can’t log in', { exact: true })).toBeVisible()

  await expect(button(page, `Delete Hugh ${lastName}`)).toBeDisabled()
  await button(page, `Edit Hugh ${lastName}`).click()
  await expect(editing.getByLabel('Email')).not.toBeEditable()
  await expect(editing.getByText('Your role doesn’t allow changing this address.')).toBeVisible()
  await expect(editing.getByLabel('Department')).toBeEnabled()
  for (const label of ['Password', 'Role', 'Can log in'])
    await expect(editing.getByLabel(label, { exact: true })).toHaveCount(0)

  await signIn({ role: 'super-user' })
  await openSection(page, 'users', 'admin@example.org')
  await expect(page.getByText('Primary admin', { exact: true })).toBeVisible()
  await expect(button(page, 'Cannot delete the primary admin account')).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Edit / })).toBeDisabled()
})

test('an administrator revokes a user’s access token, and sends an unverified one the mail again or marks them as verified', async ({
  page,
  admin,
  server,
  newPerson,
  signInAs,
  signIn,
}) => {
  const person = await newPerson({ lastName: unique('Waiting') })
  await signInAs(person)
  const name = 'A program with a rather long name, which somebody wrote in full, and then some more of it'
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await page.request.post('/api/tokens', { data: { name, expiresAt, readOnly: false } })
  const undone = await admin.patch(`/api/admin/users/${person.id}`, { data: { isVerified: false } })
  expect(undone.ok()).toBe(true)
  await signIn({ role: 'admin' })
  // The list that the overview links to; verified users are not in it.
  await page.goto(`/admin?section=users&verified=false&q=${encodeURIComponent(person.lastName)}`)
  await expect(page.getByText('Not verified', { exact: true })).toBeVisible()
  await button(page, `Edit Robin ${person.lastName}`).click()
  const tokens = page.getByRole('dialog').getByRole('region', { name: 'Access tokens' })
  await expect(tokens.getByRole('listitem')).toContainText(/Same rights as the account · expires /)
  await button(tokens, `Revoke ${name}`).click()
  await button(page.getByRole('alertdialog'), 'Revoke token').click()
  await expect(tokens).toContainText('None: no program can use this account.')

  await button(page, 'Resend verification email').click()
  await expect(toast(page, 'Verification email sent')).toBeVisible()
  expect(await mailedLink(server, person.email)).toContain('verify-email')
  await button(page, 'Mark as verified').click()
  await expect(toast(page, 'User marked as verified')).toBeVisible()
  await expect(page.getByText('Not verified', { exact: true })).toBeHidden()
  await expect(page.getByText('This email address isn’t verified')).toBeHidden()
})
