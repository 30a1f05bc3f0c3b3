import type { Page } from '@playwright/test'
import { submitSignIn } from '../support/account-forms.ts'
import { removeAlerts } from '../support/administration.ts'
import { expect, type Person, test } from '../support/fixtures.ts'

test('text typed when the session ended is restored after signing in again', async ({
  page,
  admin,
  signIn,
}) => {
  const person = await signIn({ role: 'super-user' })
  await page.goto('/admin?section=alerts&add=alert')
  const dialog = page.getByRole('dialog', { name: 'Create System Alert' })
  await dialog.getByLabel('Title').fill('The bridge is closed')
  await dialog.getByLabel('Severity').selectOption('danger')

  await endSession(page)
  await dialog.getByLabel('Message').fill('Take the other road.')
  await dialog.getByRole('button', { name: 'Create Alert' }).click()
  await signInAgain(page, person)

  await expect(dialog.getByLabel('Title')).toHaveValue('The bridge is closed')
  await expect(dialog.getByLabel('Message')).toHaveValue('Take the other road.')
  await expect(dialog.getByLabel('Severity')).toHaveValue('danger')

  await dialog.getByRole('button', { name: 'Create Alert' }).click()
  await expect(page.getByText('System alert created').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  // While the list is fetched again, the empty list has the same button.
  await page.getByRole('button', { name: 'Create Alert' }).first().click()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await removeAlerts(admin)
})

test('another user who signs in does not see the typed text', async ({ page, newPerson, signInAs }) => {
  const [one, other] = [await newPerson({ role: 'super-user' }), await newPerson({ role: 'super-user' })]
  await signInAs(one)
  await page.goto('/admin?section=alerts&add=alert')
  const title = page.getByRole('dialog').getByLabel('Title')
  await title.fill('Only for me')
  await endSession(page)
  await returnToPage(page)
  await signInAgain(page, other)
  await expect(title).toHaveValue('')

  await endSession(page)
  await returnToPage(page)
  await signInAgain(page, one)
  await expect(title).toHaveValue('')
})

test('a tab whose user was changed by another tab does not show what was typed before', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/?suggest=problem')
  const text = page.getByRole('dialog', { name: 'Report a Problem' }).getByLabel('What went wrong?')
  await text.fill('Only for me')
  // Meanwhile, another user has signed in through another tab.
  const other = await page.context().newPage()
  await signIn({ firstName: 'Bert' })
  await other.goto('/profile')
  await other.evaluate(() => new BroadcastChannel('session').postMessage('changed'))
  await expect(page.getByText('Menu of Bert')).toBeAttached()
  await expect(text).toHaveValue('')
})

test('a password is never stored, but the rest of its form is', async ({ page, signIn }) => {
  const person = await signIn({ role: 'super-user' })
  await page.goto('/admin?section=users&add=user')
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await dialog.getByLabel('First Name').fill('Alex')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('secret enough')
  await dialog.getByLabel('Department').selectOption('Worship')
  await endSession(page)
  await returnToPage(page)
  await signInAgain(page, person)
  await expect(dialog.getByLabel('First Name')).toHaveValue('Alex')
  await expect(dialog.getByLabel('Department')).toHaveValue('Worship')
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toHaveValue('')
})

test('stars, a comment and profile changes are restored, too', async ({
  page,
  admin,
  newPerson,
  signInAs,
}) => {
  const person = await newPerson()
  const [restaurant] = await (await admin.get('/api/restaurants')).json()
  await signInAs(person)
  await page.goto(`/?rate=${restaurant.id}`)
  const dialog = page.getByRole('dialog', { name: 'Rate This Restaurant' })
  await dialog.getByRole('radio', { name: '4 stars' }).press('Space')
  await dialog.getByLabel('Comment').fill('The soup')
  await endSession(page)
  await dialog.getByRole('button', { name: 'Submit Rating' }).click()
  await signInAgain(page, person)
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await expect(dialog.getByLabel('Comment')).toHaveValue('The soup')

  const sections = ['/api/passkeys', '/api/calendar', '/api/user/reminder']
  const settled = sections.map(path => page.waitForResponse(reply => new URL(reply.url()).pathname === path))
  await page.goto('/profile/edit')
  await Promise.all(settled)
  await page.getByLabel('First name').fill('Renamed')
  await endSession(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await signInAgain(page, person)
  await expect(page.getByLabel('First name')).toHaveValue('Renamed')
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
})

test('the lunch form is restored, and so is the host’s form, without losing others’ changes', async ({
  page,
  admin,
  newPerson,
  signInAs,
}) => {
  const person = await newPerson()
  const [one, two] = await (await admin.get('/api/restaurants?campusCode=arden')).json()
  await signInAs(person)
  await page.goto(`/?campus=arden&start=${one.id}`)
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByLabel('Day', { exact: true }).selectOption('Tomorrow')
  await sheet.getByLabel('Add a place').fill(two.name)
  await page.getByRole('option', { name: two.name }).first().click()
  await sheet.getByLabel('Where do you meet?').fill('The fountain')
  await sheet.getByLabel('Only my department').check()
  await endSession(page)
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  await signInAgain(page, person)
  await expect(sheet.getByLabel('Where do you meet?')).toHaveValue('The fountain')
  await expect(sheet.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  await expect(sheet.getByLabel('Only my department')).toBeChecked()
  await expect(sheet.getByLabel('Day', { exact: true }).locator(':checked')).toHaveText('Tomorrow')
  const started = page.waitForResponse(reply => reply.request().method() === 'POST')
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  const { id } = await (await started).json()
  await expect(sheet).toBeHidden()

  await page.goto(`/?lunch=${id}`)
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await dialog.getByRole('button', { name: 'Change time or place to meet' }).click()
  await dialog.getByLabel('Note').fill('Bring an umbrella')
  await endSession(page)
  expect((await admin.patch(`/api/lunches/${id}`, { data: { meetingPoint: 'The gate' } })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await signInAgain(page, person)
  await expect(dialog.getByLabel('Note')).toHaveValue('Bring an umbrella')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Note')).toBeHidden()
  const lunch = await (await admin.get(`/api/lunches/${id}`)).json()
  expect([lunch.note, lunch.meetingPoint]).toEqual(['Bring an umbrella', 'The gate'])
})

test('a restored restaurant form still warns about changes made by someone else', async ({
  page,
  admin,
  newPerson,
  signInAs,
}) => {
  const person = await newPerson({ role: 'admin' })
  const [restaurant] = await (await admin.get('/api/restaurants')).json()
  await signInAs(person)
  await page.goto(`/admin?section=restaurants&edit=${restaurant.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Restaurant Details' })
  await dialog.getByLabel('Name').fill('My name for it')
  await endSession(page)
  await returnToPage(page)
  const theirs = { name: 'Their name for it' }
  expect((await admin.patch(`/api/restaurants/${restaurant.id}`, { data: theirs })).status()).toBe(200)
  await signInAgain(page, person)
  await expect(dialog.getByLabel('Name')).toHaveValue('My name for it')
  await dialog.getByRole('button', { name: 'Save Restaurant' }).click()
  await expect(page.getByRole('radio', { name: /Their name for it/ })).toBeVisible()
})

/** Only in the cookies: the page does not know until its next request. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies()
}

/**
 * Simulates returning after lunch: the window becomes visible, and stale data is fetched again. A query that
 * is still running is not repeated, so a busy page only notices at the next attempt.
 */
async function returnToPage(page: Page): Promise<void> {
  await expect(async () => {
    const before = await page.evaluate(() => Date.now())
    await page.clock.setFixedTime(before + 5 * 60_000)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(page).toHaveURL(/\/login/, { timeout: 2_000 })
  }).toPass()
}

async function signInAgain(page: Page, person: Person): Promise<void> {
  await page.waitForURL(/\/login/)
  await submitSignIn(page, person)
  await expect(page).not.toHaveURL(/\/login/)
}
