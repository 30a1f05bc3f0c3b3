import { button, notice, openSection, unique } from './administration.ts'
import { expect, test } from './fixtures.ts'

test('an administrator adds a user, who can sign in', async ({ page, newPerson, signInAs }) => {
  await signInAs(await newPerson({ role: 'admin' }))
  const lastName = unique('Newhart')
  const email = `${lastName.replace(' ', '.').toLowerCase()}@example.org`
  await openSection(page, 'users', lastName)
  await button(page, 'Add User').click()
  const adding = page.getByRole('dialog', { name: 'Add User' })
  await expect(adding.getByLabel('Role')).toHaveCount(0)
  await button(adding, 'Add User').click()
  for (const message of [
    'First name is required',
    'Last name is required',
    'Please enter a valid email address',
    'Password must be at least 6 characters',
    'Campus is required',
    'Department is required',
  ]) {
    await expect(adding.getByText(message, { exact: true })).toBeVisible()
  }
  await adding.getByLabel('First Name').fill('Nora')
  await adding.getByLabel('Last Name').fill(lastName)
  await adding.getByLabel('Email').fill('nora@example.com')
  await adding.getByLabel('Password', { exact: true }).fill('a good lunch')
  await adding.getByLabel('Campus').selectOption({ label: 'Brevard' })
  await adding.getByLabel('Department').selectOption('Outreach')
  await button(adding, 'Add User').click()
  await expect(adding.getByText(/^Email must be a example\.org email address$/)).toBeVisible()
  await adding.getByLabel('Email').fill(email)
  await button(adding, 'Add User').click()
  await expect(notice(page, 'User created successfully')).toBeVisible()
  await expect(adding).toBeHidden()
  await signInAs({ email, password: 'a good lunch' }, await page.context().newPage())
})

test('an administrator moves an ordinary account', async ({ page, admin, newPerson, signInAs }) => {
  await signInAs(await newPerson({ role: 'admin' }))
  const person = await newPerson({ firstName: 'Nora', lastName: unique('Newhart') })
  const name = `Nora ${person.lastName}`
  await openSection(page, 'users', person.lastName)
  await button(page, `Edit ${name}`).click()
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await expect(editing.getByLabel('Role')).toHaveCount(0)
  await expect(editing.getByLabel('Password', { exact: true })).toHaveValue('')
  await editing.getByLabel('Department').selectOption('Outreach')
  await editing.getByLabel('Campus').selectOption({ label: 'Concord' })
  await button(editing, 'Save User').click()
  await expect(notice(page, 'User updated successfully')).toBeVisible()
  const [changed] = await (
    await admin.get('/api/admin/users', { params: { search: person.lastName } })
  ).json()
  expect(changed).toMatchObject({ department: 'Outreach', campusCode: 'concord', email: person.email })
  // The password stayed.
  await signInAs(person)
})
