import { newUser } from '../support/account-forms.ts'
import { button, openSection, toast } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

// No server listens on this port.
test.use({ environment: { SMTP_URL: 'smtp://lunch:canary-word@127.0.0.1:9' } })

test('with the mail server down, the page says why and what is waiting', async ({ page, admin, signIn }) => {
  await signIn({ role: 'super-user' })
  const email = 'waiting@example.org'
  const request = await admin.post('/api/register', { data: { ...newUser, email } })
  expect(request.status(), await request.text()).toBe(201)
  await openSection(page, 'email')
  await expect(page.getByText('127.0.0.1, port 9')).toBeVisible()
  const row = page.getByRole('row', { name: email })
  await expect(row).toContainText('Verification link')
  await expect(row).toContainText('ECONNREFUSED')
  await button(page, 'Send test email').click()
  await expect(page.getByText('There is no connection to the mail server').first()).toBeVisible()
  await expect(page.getByText('Check that the mail server runs').first()).toBeVisible()
  // The server also retries on its own, hence "greater than".
  const attempts = async () => Number(await row.getByRole('cell').first().innerText())
  for (const retry of [`Try again now: ${email}`, 'Try all again now']) {
    const before = await attempts()
    await button(page, retry).click()
    await expect.poll(attempts).toBeGreaterThan(before)
  }

  // One that no retry could deliver is listed apart, with the reason.
  const lastError = '550 5.1.1 No such user'
  await page.route('**/api/admin/mails', async route => {
    const response = await route.fetch()
    const mails: { createdAt: string }[] = await response.json()
    const givenUp = mails.map(mail => ({ ...mail, lastError, givenUpAt: mail.createdAt }))
    await route.fulfill({ response, json: givenUp })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Mails given up' })).toBeVisible()
  await expect(row).toContainText(lastError)
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible()
  await expectAccessible(page)

  await page.unroute('**/api/admin/mails')
  await button(page, `Remove the mail to ${email}`).click()
  await button(page.getByRole('alertdialog'), 'Remove mail').click()
  await expect(toast(page, 'Mail removed')).toBeVisible()
  await expect(row).toBeHidden()
})
