import { expect, test } from './fixtures.ts'

test('a bar at the bottom leads to the main sections, and its menu to the others', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson({ role: 'super-user' }))
  await page.goto('/admin')
  const bar = page.getByRole('navigation', { name: 'Command Mode' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Restaurants', 'Users', 'Ratings'])
  await expect(bar.getByRole('link', { name: 'Restaurants' })).toHaveAttribute('aria-current', 'page')
  for (const section of ['Users', 'Ratings']) {
    await bar.getByRole('link', { name: section }).click()
    await expect(heading).toHaveText(new RegExp(`^${section}`))
  }

  await bar.getByRole('button', { name: /other sections/ }).click()
  const others = page.getByRole('menuitem')
  await expect(others.filter({ hasText: 'Trash' })).toBeVisible()
  await expect(others.filter({ hasText: 'Users' })).toBeHidden()
  await others.filter({ hasText: 'Import' }).click()
  await expect(heading).toHaveText('Import')
  await expect(page).toHaveURL(/section=import/)
  await expect(bar.getByRole('button', { name: /^Import.*other sections$/ })).toBeVisible()

  await bar.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
})

test('an administrator’s menu on the phone holds nothing of the super-users', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson({ role: 'admin' }))
  await page.goto('/admin')
  await page.getByRole('button', { name: /other sections/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Overview', 'Inbox', 'Import'])
})
