import { picture } from '#tests/support/samples/pictures.ts'
import { button, openSection, toast, unique } from '../support/administration.ts'
import { setSetting } from '../support/database.ts'
import { expect, expectAccessible, failRequests, test } from '../support/fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'super-user' })
})

test('registration can be closed and opened; typed text isn’t lost', async ({ page, browser, server }) => {
  const visitor = await browser.newPage({ baseURL: server.origin })
  await visitor.goto('/register')
  await expect(visitor.getByLabel('First name')).toBeVisible()
  await openSection(page, 'registration')
  const preview = page.getByRole('region', { name: 'What visitors see' })
  const flip = page.getByRole('switch', { name: 'New people can register' })
  const closed = 'Registration is currently disabled. Please contact your administrator.'

  await failRequests(page, '**/api/system-settings')
  await flip.click()
  await expect(toast(page, 'Failed to update registration status')).toBeVisible()
  await expect(flip).toBeChecked()
  await page.unroute('**/api/system-settings')

  await flip.click()
  await expect(toast(page, 'Registration Disabled')).toBeVisible()
  await expect(preview.getByText(closed)).toBeVisible()
  await visitor.goto('/auth')
  await visitor.getByRole('link', { name: 'Create an account' }).click()
  await expect(visitor.getByText(closed)).toBeVisible()
  await expect(visitor.getByLabel('First name')).toBeHidden()
  await flip.click()
  await expect(toast(page, 'Registration Enabled')).toBeVisible()
  // Reaching the form through links must be enough; no reload.
  await visitor.getByRole('link', { name: 'Sign in' }).click()
  await visitor.getByRole('link', { name: 'Create an account' }).click()
  await expect(visitor.getByLabel('First name')).toBeVisible()

  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Welcome to the table.')
  await expect(preview.getByText('Welcome to the table.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Domains' }).fill('example.org\n*.example\nno domain')
  await button(page, 'Save domains').click()
  await expect(page.getByText('Invalid Domains: *.example, no domain').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'System Alerts' }).click()
  await button(page.getByRole('alertdialog', { name: 'Leave without saving?' }), 'Keep editing').click()
  await button(page, 'Save message').click()
  await expect(toast(page, 'Registration message updated')).toBeVisible()
  await page.getByRole('textbox', { name: 'Domains' }).fill('Example.org\nparish.example')
  await button(page, 'Save domains').click()
  await expect(toast(page, 'Domain whitelist updated')).toBeVisible()

  await visitor.reload()
  await expect(visitor.getByText('Welcome to the table.')).toBeVisible()
  await expect(visitor.getByText('Your @example.org or @parish.example address')).toBeVisible()
  await visitor.close()
  for (const key of ['domain_whitelist', 'registration_enabled', 'registration_message'])
    setSetting(server, key, null)
})

test('an alert shows what it will look like, and can be switched off', async ({ page }) => {
  const title = unique('Ice on the car park')
  await openSection(page, 'alerts', title)
  await button(page, 'Create Alert').first().click()
  const creating = page.getByRole('dialog', { name: 'Create System Alert' })
  await creating.getByLabel('Title').fill(title)
  await creating.getByLabel('Message').fill('Please use the upper entrance.\nIt is salted.')
  await creating.getByLabel('Severity').selectOption('Warning')
  const places = ['Show on Login Page', 'Show in Entire System']
  for (const place of places) await creating.getByLabel(place).uncheck()
  await expect(creating).toContainText('It isn’t shown anywhere')
  for (const place of places) await creating.getByLabel(place).check()
  await expect(creating.getByRole('region', { name: 'Preview' })).toContainText(`Warning: ${title}`)
  await button(creating, 'Create Alert').click()
  const corner = page.getByRole('region', { name: 'System alerts', exact: true }).getByText(title)
  await expect(corner).toBeVisible()

  const row = page.getByRole('row', { name: title })
  await expect(row).toContainText('Login PageEntire System')
  await row.getByRole('switch').click()
  await expect(toast(page, 'System alert updated successfully')).toBeVisible()
  await expect(row).toContainText('Inactive')
  await expect(corner).toBeHidden()
  await failRequests(page, '**/api/emergency-messages/*')
  await row.getByRole('switch').click()
  await expect(toast(page, 'Failed to update system alert')).toBeVisible()
  await expect(row).toContainText('Inactive')
})

test('a user’s profile image can be added, replaced and removed', async ({ page, newPerson }) => {
  const lastName = unique('Portrait')
  await newPerson({ lastName })
  const png = async (background: string) => ({
    name: 'portrait.png',
    mimeType: 'image/png',
    buffer: await picture({ background, width: 300, height: 300 }).png().toBuffer(),
  })
  await openSection(page, 'profile-images')
  await button(page, 'Upload Image').first().click()
  const uploading = page.getByRole('dialog', { name: 'Upload Profile Image' })
  await uploading.getByRole('combobox', { name: 'User' }).fill(lastName)
  await page.getByRole('option').click()
  const file = uploading.getByLabel('Image', { exact: true })
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await button(uploading, 'Upload image').click()
  await expect(uploading.getByText('Only JPEG, PNG and WebP images are accepted')).toBeVisible()
  await file.setInputFiles(await png('#c2410c'))
  await button(uploading, 'Upload image').click()
  await expect(toast(page, 'Profile image updated')).toBeVisible()
  await expect(uploading).toBeHidden()

  await page.getByRole('searchbox').fill(lastName)
  const row = page.getByRole('row', { name: lastName })
  const before = await row.locator('img').getAttribute('src')
  await button(page, `Replace the image of Robin ${lastName}`).click()
  const replacing = page.getByRole('dialog', { name: 'Replace Profile Image' })
  await replacing.getByLabel('Image', { exact: true }).setInputFiles(await png('#0c41c2'))
  await button(replacing, 'Upload image').click()
  await expect(row.locator('img')).not.toHaveAttribute('src', before ?? '')
  await button(page, `Remove the image of Robin ${lastName}`).click()
  const question = page.getByRole('alertdialog', { name: `Remove the image of Robin ${lastName}?` })
  await button(question, 'Remove image').click()
  await expect(toast(page, 'Profile image removed')).toBeVisible()
  await expect(row).toBeHidden()
})

test('the toast tester shows each kind of toast', async ({ page }) => {
  await openSection(page, 'toast-tester')
  const titles = {
    Default: 'A notice',
    Success: 'Saved',
    Error: 'Failed to save',
    Warning: 'Almost full',
    Info: 'Did you know?',
  }
  for (const [name, title] of Object.entries(titles)) {
    await button(page, name).click()
    await expect(toast(page, title)).toBeVisible()
  }
  await expectAccessible(page)
})

test('without a mail server, a test mail goes to the outbox', async ({ page, server }) => {
  await openSection(page, 'email')
  await expect(page.getByText('No mail server is set up', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill('mia@example.org')
  await button(page, 'Send test email').click()
  await expect(page.getByText(`${server.dataDir}/outbox`).last()).toBeVisible()
  await expect.poll(() => server.mailsTo('mia@example.org')).toHaveLength(1)
  await expectAccessible(page)
})
