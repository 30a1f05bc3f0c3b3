import { button, openSection, toast } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

// No server listens on this port.
test.use({ environment: { SMTP_URL: 'smtp://lunch:canary-word@127.0.0.1:9' } })

test('with the mail server down, the page says what is wrong and lists the waiting mails', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn({ role: 'super-user' })
  const email = 'waiting@example.org'
  const request = await admin.post('/api/register', {
    data: {
      firstName: 'Wanda',
      lastName: 'Waiting',
      email,
      password: 'correct horse',
      campusCode: 'arden',
      department: 'Worship',
    },
  })
  expect(request.status(), await request.text()).toBe(201)
  await openSection(page, 'email')
  await expect(page.getByText('127.0.0.1, port 9')).toBeVisible()
  const row = page.getByRole('row', { name: email })
  await expect(row).toContainText('Verification link')
  await expect(row).toContainText('ECONNREFUSED')
  await button(page, 'Send test email').click()
  await expect(page.getByText('There is no connection to the mail server').first()).toBeVisible()
  await expect(page.getByText('Check that the mail server runs').first()).toBeVisible()
  expect(await page.content()).not.toContain('canary-word')
  // The server also retries on its own, hence "greater than".
  const attempts = async () => Number(await row.getByRole('cell').first().innerText())
  const first = await attempts()
  await button(page, `Try again now: ${email}`).click()
  await expect(toast(page, '1 mail is being retried')).toBeVisible()
  await expect.poll(attempts).toBeGreaterThan(first)
  const second = await attempts()
  await button(page, 'Try all again now').click()
  await expect.poll(attempts).toBeGreaterThan(second)
  await button(page, `Remove the mail to ${email}`).click()
  await button(page.getByRole('alertdialog'), 'Remove mail').click()
  await expect(toast(page, 'Mail removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible()

  // One that no retry could deliver is listed apart, with the reason.
  const givenUp = { id: 1, kind: 'verification', to: 'nobody@example.org', attempts: 1, isBeingSent: false }
  const at = new Date().toISOString()
  const lastError = '550 5.1.1 No such user'
  await page.route('**/api/admin/mails', route =>
    route.fulfill({
      json: [{ ...givenUp, lastError, createdAt: at, nextAttemptAt: at, givenUpAt: at }],
      headers: { 'x-common-table': '1' },
    }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Mails given up' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'nobody@example.org' })).toContainText(lastError)
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible()
  await expectAccessible(page)
})
