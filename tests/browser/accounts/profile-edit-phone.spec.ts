import { submitSignIn } from '../support/account-forms.ts'
import { expect, expectAccessible, holdRequests, mailedLink, test } from '../support/fixtures.ts'
import { anotherScreen, lunchOf, startLunch } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('changed details are saved and shown everywhere immediately', { tag: '@main' }, async ({
  page,
  browser,
  server,
  newPerson,
  signIn,
}) => {
  const ben = await newPerson({ firstName: 'Ben', department: 'Outreach' })
  const bens = await anotherScreen(browser, server, ben)
  const [place] = await restaurantsNear(bens, 'concord')
  await startLunch(bens.request, {
    campusCode: 'concord',
    restaurantIds: [place?.id],
    department: 'Outreach',
  })
  await bens.context().close()
  await signIn()
  await page.goto('/profile/edit')
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  await page.getByLabel('First name').fill('R')
  await save.click()
  await expect(page.getByText('First name must be at least 2 characters', { exact: true })).toBeVisible()
  await page.getByLabel('First name').fill('Roberta')
  await page.getByLabel('Campus').selectOption({ label: 'Concord' })
  await page.getByLabel('Department').selectOption('Outreach')
  await save.click()
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByText(/^Good \w+, Roberta$/)).toBeVisible()
  await expect(save).toBeDisabled()

  await page.getByLabel('Last name').fill('Undone')
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Roberta')
  await expect(page.getByLabel('Last name')).toHaveValue('Sample')
  await page.getByLabel('Last name').fill('Samples')
  await save.click()
  await expect(save).toBeDisabled()
  await page.getByRole('link', { name: 'Back to Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Roberta Samples' })).toBeVisible()
  const about = page.getByRole('region', { name: 'About you' })
  await expect(about.getByText('Concord', { exact: true })).toBeVisible()
  await expect(about.getByText('Outreach', { exact: true })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Common Table' }).click()
  await page.getByText('Concord', { exact: true }).click()
  await expect(lunchOf(page, ben), 'what the new department sees').toBeVisible()
})

test('what is on the form when Save is pressed is saved; what is typed while waiting is kept and counts as unsaved', async ({
  page,
  signIn,
}) => {
  const person = await signIn()
  await page.goto('/profile/edit')
  const save = page.getByRole('button', { name: 'Save changes' })
  const [firstName, lastName] = [page.getByLabel('First name'), page.getByLabel('Last name')]
  const vegan = page.getByLabel('Vegan', { exact: true })
  const releaseLatest = await holdRequests(page, '**/api/session*')
  const release = await holdRequests(page, `**/api/user/${person.id}`)
  await firstName.fill(' Roberta ')
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  // Half typed: too short to be saved.
  await firstName.fill('X')
  const sent = page.waitForRequest(`**/api/user/${person.id}`)
  releaseLatest()
  await sent
  await lastName.fill('Samples')
  await vegan.press('Space')
  release()
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
  const user = await (await page.request.get('/api/user')).json()
  expect(user).toMatchObject({ firstName: 'Roberta', lastName: 'Sample', diets: [] })
  await expect(save).toBeEnabled()
  await expect(firstName).toHaveValue('X')
  await expect(lastName).toHaveValue('Samples')
  await expect(vegan).toBeChecked()
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(firstName).toHaveValue('Roberta')
  await expect(lastName).toHaveValue('Sample')
  await expect(vegan).not.toBeChecked()
  await expect(save).toBeDisabled()
})

test('saving a form left open keeps what was changed elsewhere', async ({ page, admin, signIn }) => {
  const person = await signIn({ department: 'Worship' })
  await page.goto('/profile/edit')
  await expect(page.getByLabel('First name')).toHaveValue(person.firstName)
  const moved = { campusCode: 'brevard', department: 'Facilities', lastName: 'Corrected' }
  expect((await admin.patch(`/api/admin/users/${person.id}`, { data: moved })).status()).toBe(200)
  await page.getByLabel('First name').fill('Renamed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
  const user = await (await page.request.get('/api/user')).json()
  expect(user).toMatchObject({ ...moved, firstName: 'Renamed' })
  await expect(page.getByLabel('Last name')).toHaveValue('Corrected')
})

test('leaving with unsaved changes asks first, by link or by Back', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByLabel('First name').fill('Changed')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  await page.getByRole('link', { name: 'Back to Profile' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Changed')

  await page.goBack()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/profile\/edit$/)
  await expect(page.getByLabel('First name')).toHaveValue('Changed')

  await page.getByRole('link', { name: 'Back to Profile' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Sample' })).toBeVisible()

  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByRole('link', { name: 'Back to Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Sample' })).toBeVisible()
})

test('a new email address has to be verified, and the old one is notified', async ({
  page,
  server,
  newPerson,
  signInAs,
}) => {
  const person = await newPerson()
  const email = `moved.${person.id}@example.org`
  await signInAs(person)
  await page.goto('/profile/edit')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
  await expect(page.getByText(`We sent a verification link to ${email}`, { exact: true })).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText('Your email is not verified yet')).toBeVisible()
  await expect
    .poll(async () => (await server.mailsTo(person.email)).at(-1))
    .toContain('Subject: Your Common Table email address was changed')
  expect(await server.mailsTo(person.email)).toHaveLength(1)

  await page.goto(await mailedLink(server, email))
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Sample' })).toBeVisible()
  await expect(page.getByText('Your email is not verified yet')).toBeHidden()
})

test('changing the password ends all other sessions', async ({
  page,
  browser,
  server,
  newPerson,
  signInAs,
}) => {
  const person = await newPerson()
  const elsewhere = await browser.newPage({ baseURL: server.origin })
  await signInAs(person, elsewhere)
  await signInAs(person)
  await page.goto('/profile/edit')
  const fill = async (current: string, fresh: string, again: string) => {
    await page.getByLabel(/^Current password/).fill(current)
    await page.getByLabel(/^New password/).fill(fresh)
    await page.getByLabel(/^Confirm password/).fill(again)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await fill(person.password, 'a better password', 'a bitter password')
  await expect(page.getByText("New passwords don't match", { exact: true })).toBeVisible()
  await fill('not the password', 'a better password', 'a better password')
  await expect(page.getByText('Failed to change password', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('main').getByText('Current password is incorrect', { exact: true }),
  ).toBeVisible()
  await fill(person.password, 'a better password', 'a better password')
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await expect(page.getByLabel(/^New password/)).toHaveValue('')

  await elsewhere.goto('/profile')
  await expect(elsewhere).toHaveURL(/\/login/)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Sample' })).toBeVisible()
  await signInAs({ ...person, password: 'a better password' }, elsewhere)
  await elsewhere.close()
  await expect
    .poll(async () => (await server.mailsTo(person.email)).at(-1))
    .toContain('Subject: Your Common Table password was changed')
})

test('an account and all its data are deleted once its email address is typed as a confirmation', {
  tag: '@main',
}, async ({ page, server, signIn }) => {
  const person = await signIn()
  await page.goto('/profile/edit')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await question.getByLabel('Your email').fill('somebody@example.org')
  await question.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Email mismatch', { exact: true })).toBeVisible()
  await expect(
    question.getByText("The email you entered doesn't match your account email", { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
  await question.getByLabel('Your email').fill(person.email.toUpperCase())
  await question.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Account deleted', { exact: true })).toBeVisible()

  await expect
    .poll(async () => (await server.mailsTo(person.email)).at(-1))
    .toContain('Subject: Your Common Table account was deleted')
  await submitSignIn(page, person)
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})
