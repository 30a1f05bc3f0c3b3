import { button, newRestaurant, openSection, unique } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

test('a bottom bar leads to main sections, its menu to the role’s others', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.goto('/admin')
  await page.getByRole('button', { name: /other sections/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Overview', 'Inbox', 'Import'])

  await signIn({ role: 'super-user' })
  await page.reload()
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
  await bar.getByRole('button', { name: /^More.*other sections$/ }).click()
  await expect(others.filter({ hasText: 'Import' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')

  await bar.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
})

test('an entry of the audit log is tall enough for a thumb', async ({ page, signIn }) => {
  const person = await signIn({ role: 'super-user', lastName: unique('Thumb') })
  await openSection(page, 'audit-log', person.email)
  const entry = page.getByRole('rowheader').getByRole('button').first()
  expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

test('a question about a very long name shows its start and all buttons', async ({ page, admin, signIn }) => {
  const name = `${unique('W')} ${'W'.repeat(170)}`
  await newRestaurant(admin, { name })
  await signIn({ role: 'admin' })
  for (const size of [
    { width: 320, height: 640 },
    { width: 390, height: 420 },
  ]) {
    await page.setViewportSize(size)
    await openSection(page, 'restaurants', name.slice(0, 20))
    await button(page, `Delete ${name}`).click()
    const question = page.getByRole('alertdialog')
    for (const answer of ['Cancel', 'Delete restaurant'])
      await expect(button(question, answer)).toBeInViewport({ ratio: 1 })
    const room = await question.boundingBox()
    const title = await question.getByRole('heading').boundingBox()
    expect(title?.y, 'its first line').toBeGreaterThan(room?.y ?? 0)
    await button(question, 'Cancel').click()
  }
})
