import { button } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('a user can create an access token for a program, see its last use, and revoke it', async ({
  page,
  context,
  playwright,
  server,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await signIn()
  await page.goto('/profile/edit')
  const section = page.getByRole('region', { name: 'Access tokens' })
  await expect(section).toContainText('You have no access tokens.')
  await button(section, 'Create an access token').click()
  const dialog = page.getByRole('dialog', { name: 'Create an access token' })
  await button(dialog, 'Create token').click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Lunch bot')
  const latest = (await dialog.getByLabel('Expires').getAttribute('max')) ?? ''
  await dialog.getByLabel('Expires').fill(`${Number(latest.slice(0, 4)) + 1}${latest.slice(4)}`)
  await button(dialog, 'Create token').click()
  await expect(dialog.getByText('A token can be valid for at most a year')).toBeVisible()
  await dialog.getByLabel('Expires').fill(latest)
  await expect(dialog.getByRole('switch', { name: 'Read-only' })).toBeChecked()
  await expectAccessible(page)
  await button(dialog, 'Create token').click()
  await expect(dialog).toBeHidden()

  await button(section, 'Copy the token').click()
  await expect(section.getByText('Copied', { exact: true })).toBeAttached()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(async () => (await server.mailsTo(person.email)).join()).toContain('Lunch bot')
  const row = section.getByRole('listitem')
  await expect(row).toContainText('not used yet')
  await expectAccessible(page)

  // A program has no session.
  const program = await playwright.request.newContext({
    baseURL: server.origin,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  expect(await (await program.get('/api/user')).json()).toMatchObject({ id: person.id })
  expect((await program.put('/api/user/reminder', { data: { reminder: null } })).status()).toBe(403)

  await page.reload()
  await expect(row).toContainText(/Read-only · expires .*Last used/)
  await expect(page.getByText(token)).toHaveCount(0)
  await button(section, 'Revoke Lunch bot').click()
  await button(
    page.getByRole('alertdialog', { name: 'Revoke the access token “Lunch bot”?' }),
    'Cancel',
  ).click()
  expect((await program.get('/api/user')).status()).toBe(200)
  await button(section, 'Revoke Lunch bot').click()
  await button(page.getByRole('alertdialog'), 'Revoke token').click()
  await expect(section).toContainText('You have no access tokens.')
  expect((await program.get('/api/user')).status()).toBe(401)
  await program.dispose()
})

test('an administrator sees the access tokens of a user and can revoke them', async ({
  page,
  playwright,
  server,
  newPerson,
  signInAs,
  signIn,
}) => {
  const person = await newPerson({ lastName: 'Tokenholder' })
  const name = 'A program with a rather long name, which somebody wrote in full, and then some more of it'
  await signInAs(person)
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const created = await page.request.post('/api/tokens', { data: { name, expiresAt, readOnly: false } })
  const { token } = await created.json()
  const program = await playwright.request.newContext({
    baseURL: server.origin,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  expect((await program.get('/api/user')).status()).toBe(200)

  await signIn({ role: 'admin' })
  await page.goto('/admin?section=users&q=Tokenholder')
  await button(page, 'Edit Robin Tokenholder').click()
  const tokens = page
    .getByRole('dialog', { name: 'Edit User' })
    .getByRole('region', { name: 'Access tokens' })
  await expect(tokens.getByRole('listitem')).toContainText(/Same rights as the account · expires .*Last used/)
  await button(tokens, `Revoke ${name}`).click()
  await button(page.getByRole('alertdialog'), 'Revoke token').click()
  await expect(tokens).toContainText('None: no program can use this account.')
  expect((await program.get('/api/user')).status()).toBe(401)
  await program.dispose()
})
