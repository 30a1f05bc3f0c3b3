import { expect, holdRequests, test } from '../support/fixtures.ts'

test('notifications, reminder and calendar are found from menu and profile', async ({ page, signIn }) => {
  await signIn()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const about = page.getByRole('region', { name: 'About you' })
  const menu = page.getByRole('button', { name: /^Menu of/ })
  await page.goto('/profile')
  const here = about.getByRole('link', { name: 'Notifications · off on this device' })
  await expect(here).toBeVisible()
  await here.tap()
  await expect(heading('Notifications')).toBeInViewport()
  await expect(heading('Personal details')).not.toBeInViewport()
  await page.goBack()
  for (const [name, title] of [
    ['Calendar', 'Calendar'],
    ['Reminder', 'Reminder by mail'],
  ] as const) {
    await about.getByRole('link', { name }).tap()
    await expect(heading(title)).toBeInViewport()
    await page.goBack()
  }
  await menu.tap()
  await page.getByRole('menuitem', { name: 'Notifications' }).tap()
  await expect(heading('Notifications')).toBeInViewport()
  await page.getByRole('link', { name: 'Home' }).tap()
  await menu.tap()
  await page.getByRole('menuitem', { name: 'Calendar & Reminder' }).tap()
  await expect(heading('Calendar')).toBeInViewport()

  const row = page.getByRole('navigation', { name: 'Parts of your profile' })
  const links = row.getByRole('link')
  expect(await links.allTextContents()).toEqual(
    'Details Notifications Calendar Reminder Password Passkeys Tokens Data Delete'.split(' '),
  )
  expect((await row.boundingBox())?.height).toBeLessThan(50)
  // What isn't saved yet stays.
  await page.getByLabel('First name').fill('Roberta')
  await links.last().press('Enter')
  await expect(heading('Delete account')).toBeInViewport()
  await expect(heading('Delete account')).toBeFocused()
  await page.goBack()
  await expect(page.getByLabel('First name')).toHaveValue('Roberta')
})

test('an address with a section’s name stays with it while others arrive', async ({ page, signIn }) => {
  await signIn()
  const release = await holdRequests(page, /\/api\/(push|calendar)/)
  await page.goto('/profile/edit#reminder')
  const title = page.getByRole('heading', { name: 'Reminder by mail' })
  await expect(title).toBeInViewport()
  // As if what is above were much higher than its placeholder.
  await page.evaluate(() =>
    document.getElementById('notifications')?.style.setProperty('padding-top', '900px'),
  )
  release()
  await expect(page.getByRole('switch', { name: /Notify me|Remind me/ }).first()).toBeAttached()
  await expect(title).toBeInViewport()
})
