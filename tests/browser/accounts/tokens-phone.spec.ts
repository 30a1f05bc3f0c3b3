import { button } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('a program’s token is created, shown once and revoked', async ({ page, context, server, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.goto('/profile/edit')
  const section = page.getByRole('region', { name: 'Access tokens' })
  await expect(section).toContainText('You have no access tokens.')
  await button(section, 'Create an access token').click()
  const dialog = page.getByRole('dialog', { name: 'Create an access token' })
  await dialog.getByLabel('Name').fill('Lunch bot')
  await expect(dialog.getByRole('switch', { name: 'Read-only' })).toBeChecked()
  await expectAccessible(page)
  await button(dialog, 'Create token').click()
  await expect(dialog).toBeHidden()

  await button(section, 'Copy the token').click()
  await expect(section.getByText('Copied', { exact: true })).toBeAttached()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  const row = section.getByRole('listitem')
  await expect(row).toContainText('not used yet')
  await expectAccessible(page)

  // A program has no session.
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${server.origin}/api/user`, { headers })).status).toBe(200)

  await page.reload()
  await expect(row).toContainText(/Read-only · expires .*Last used/)
  await expect(page.getByText(token)).toHaveCount(0)
  await button(section, 'Revoke Lunch bot').click()
  const question = page.getByRole('alertdialog', { name: 'Revoke the access token “Lunch bot”?' })
  await button(question, 'Revoke token').click()
  await expect(section).toContainText('You have no access tokens.')
})
