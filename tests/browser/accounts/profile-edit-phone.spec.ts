import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, holdRequests, mailedLink, test } from '../support/fixtures.ts'
import { lunchOf, startLunch } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('changed details are saved and shown everywhere at once', { tag: '@main' }, async ({ page, signIn }) => {
  const department = 'Outreach'
  const ben = await signIn({ firstName: 'Ben', department })
  const [place] = await restaurantsNear(page, 'concord')
  await startLunch(page.request, { campusCode: 'concord', restaurantIds: [place?.id], department })
  await signIn()
  await page.goto('/profile/edit')
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  await page.getByLabel('First name').fill('Roberta')
  await page.getByLabel('Campus').selectOption({ label: 'Concord' })
  await page.getByLabel('Department').selectOption(department)
  await save.click()
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByText(/^Good \w+, Roberta$/)).toBeVisible()
  await expect(save).toBeDisabled()

  await page.getByRole('link', { name: 'Back to Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Roberta Sample' })).toBeVisible()
  const about = page.getByRole('region', { name: 'About you' })
  await expect(about.getByText('Concord', { exact: true })).toBeVisible()
  await expect(about.getByText(department, { exact: true })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Common Table' }).click()
  await page.getByText('Concord', { exact: true }).click()
  await expect(lunchOf(page, ben), 'what the new department sees').toBeVisible()
})

test('saving keeps what others saved, and what is typed meanwhile, which leaving asks about', async ({
  page,
  admin,
  signIn,
}) => {
  const person = await signIn()
  await page.goto('/profile/edit')
  const save = page.getByRole('button', { name: 'Save changes' })
  const [firstName, lastName] = [page.getByLabel('First name'), page.getByLabel('Last name')]
  const releaseLatest = await holdRequests(page, '**/api/session*')
  const release = await holdRequests(page, `**/api/user/${person.id}`)
  await firstName.fill(' Roberta ')
  const moved = { campusCode: 'brevard', department: 'Facilities' }
  expect((await admin.patch(`/api/admin/users/${person.id}`, { data: moved })).status()).toBe(200)
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  // Half typed: too short to be saved.
  await firstName.fill('X')
  const sent = page.waitForRequest(`**/api/user/${person.id}`)
  releaseLatest()
  await sent
  await lastName.fill('Samples')
  release()
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
  const user = await (await page.request.get('/api/user')).json()
  expect(user).toMatchObject({ ...moved, firstName: 'Roberta', lastName: 'Sample' })
  await save.click()
  await expect(page.getByText('First name must be at least 2 characters', { exact: true })).toBeVisible()
  await expect(firstName).toHaveValue('X')
  await expect(lastName).toHaveValue('Samples')
  await expect(page.getByLabel('Campus')).toHaveValue(moved.campusCode)
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(firstName).toHaveValue('Roberta')
  await expect(lastName).toHaveValue('Sample')
  await expect(save).toBeDisabled()

  await firstName.fill('Changed')
  await page.getByRole('link', { name: 'Back to Profile' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Roberta Sample' })).toBeVisible()
})

test('a new email address has to be verified', async ({ page, server, signIn }) => {
  const { id } = await signIn()
  const email = `moved.${id}@example.org`
  await page.goto('/profile/edit')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`We sent a verification link to ${email}`, { exact: true })).toBeVisible()
  const unverified = page.getByText('Your email is not verified yet')
  await page.goto('/profile')
  await expect(unverified).toBeVisible()

  await page.goto(await mailedLink(server, email))
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Sample' })).toBeVisible()
  await expect(unverified).toBeHidden()
})

test('changing the password says at its fields what is wrong', async ({ page, signIn }) => {
  const person = await signIn()
  await page.goto('/profile/edit')
  const fill = async (current: string, again = 'a better password') => {
    await page.getByLabel(/^Current password/).fill(current)
    await page.getByLabel(/^New password/).fill('a better password')
    await page.getByLabel(/^Confirm password/).fill(again)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await fill(person.password, 'a bitter password')
  await expect(page.getByText("New passwords don't match", { exact: true })).toBeVisible()
  await fill('not the password')
  await expect(page.getByText('Failed to change password', { exact: true })).toBeVisible()
  const incorrect = page.getByRole('main').getByText('Current password is incorrect')
  await expect(incorrect).toBeVisible()
  await page.getByLabel(/^Current password/).fill(person.password)
  await expect(incorrect, 'as soon as it is corrected').toHaveCount(0)
  await fill(person.password)
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await expect(page.getByLabel(/^New password/)).toHaveValue('')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Sample' })).toBeVisible()
})

test('an account is deleted with all its data, of which one can keep a file, once its email address is typed', {
  tag: '@main',
}, async ({ page, signIn }) => {
  const person = await signIn()
  await page.goto('/profile/edit')
  const data = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download your data' }).click()
  expect((await data).suggestedFilename()).toBe('common-table-data.json')
  expect(await readFile(await (await data).path(), 'utf8')).toContain(person.email)
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  const email = question.getByLabel('Your email')
  await email.fill('somebody@example.org')
  await question.getByRole('button', { name: 'Delete my account' }).click()
  await expect(question.getByText("The email you entered doesn't match your account email")).toBeVisible()
  await expectAccessible(page)
  await email.fill(person.email.toUpperCase())
  await question.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Account deleted', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})
