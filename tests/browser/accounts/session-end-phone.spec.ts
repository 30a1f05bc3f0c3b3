import type { Page } from '@playwright/test'
import { submitSignIn } from '../support/account-forms.ts'
import { newRestaurant, removeAlerts } from '../support/administration.ts'
import { expect, type Person, test } from '../support/fixtures.ts'
import { startLunch } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('text typed when the session ended is restored after a sign-in', async ({ page, admin, signIn }) => {
  const person = await signIn({ role: 'super-user' })
  await page.goto('/admin?section=alerts&add=alert')
  const dialog = page.getByRole('dialog', { name: 'Create System Alert' })
  await dialog.getByLabel('Title').fill('The bridge is closed')
  await endSession(page)
  await dialog.getByLabel('Message').fill('Take the other road.')
  await dialog.getByRole('button', { name: 'Create Alert' }).click()
  await signInAgain(page, person)

  await expect(dialog.getByLabel('Title')).toHaveValue('The bridge is closed')
  await expect(dialog.getByLabel('Message')).toHaveValue('Take the other road.')
  await dialog.getByRole('button', { name: 'Create Alert' }).click()
  await expect(page.getByText('System alert created').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  // While the list is fetched again, the empty list has the same button.
  await page.getByRole('button', { name: 'Create Alert' }).first().click()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await removeAlerts(admin)
})

test('a tab whose user another tab has changed shows nothing typed before', async ({ page, signIn }) => {
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

test('what was typed is there for its owner alone, and a password for nobody', async ({
  page,
  newPerson,
  signIn,
}) => {
  const other = await newPerson({ role: 'super-user' })
  const person = await signIn({ role: 'super-user' })
  await page.goto('/admin?section=users&add=user')
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await dialog.getByLabel('First Name').fill('Alex')
  await password.fill('secret enough')
  for (const [who, kept] of [
    [person, 'Alex'],
    [other, ''],
  ] as const) {
    await endSession(page)
    await returnToPage(page)
    await signInAgain(page, who)
    await expect(dialog.getByLabel('First Name')).toHaveValue(kept)
    await expect(password).toHaveValue('')
  }
})

test('a host’s form is restored without losing others’ changes', async ({ page, admin, signIn }) => {
  const person = await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  const { id } = await startLunch(page.request, { restaurantIds: [place?.id] })
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

test('a restored form still warns about changes made by someone else', async ({ page, admin, signIn }) => {
  const person = await signIn({ role: 'admin' })
  const { id } = await newRestaurant(admin)
  await page.goto(`/admin?section=restaurants&edit=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Restaurant Details' })
  await dialog.getByLabel('Name').fill('My name for it')
  await endSession(page)
  await returnToPage(page)
  const theirs = { name: 'Their name for it' }
  expect((await admin.patch(`/api/restaurants/${id}`, { data: theirs })).status()).toBe(200)
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
