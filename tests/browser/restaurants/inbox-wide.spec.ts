import { newRestaurant, toast, unique } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'
import { boxOf } from '../support/restaurants.ts'

test('a restaurant requested on the phone can be added and answered by an administrator, and its requester sees both', async ({
  page,
  admin,
  newPerson,
  signInAs,
  browser,
  server,
  signIn,
}) => {
  const name = unique('The Copper Ladle')
  const like = await newRestaurant(admin, { name: name.replace('The ', ''), address: '12 Ladle Ln' })
  const ana = await newPerson({ firstName: 'Ana' })
  const phone = await browser.newPage({
    baseURL: server.origin,
    viewport: { width: 320, height: 700 },
    hasTouch: true,
  })
  await signInAs(ana, phone)
  await phone.goto('/?campus=arden')
  await phone.getByRole('button', { name: /^Menu of Ana/ }).click()
  await phone.getByRole('menuitem', { name: 'Request a Restaurant' }).click()
  const form = phone.getByRole('dialog', { name: 'Request a Restaurant' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Address' }).fill('12 Ladle Lane, Arden')
  await form.getByRole('textbox', { name: 'Anything else?' }).fill('Soup of the day!')
  await form.getByRole('button', { name: 'Send' }).dblclick()
  await expect(toast(phone, 'Sent. Thank you!')).toBeVisible()
  await expect(form).toBeHidden()

  await signIn({ role: 'admin', firstName: 'Kim' })
  await page.goto('/admin')
  const menu = page.getByRole('navigation', { name: 'Command Mode' }).first()
  const entry = menu.getByRole('link', { name: /^Inbox/ })
  await expect(entry).toContainText('1 open')
  await entry.click()
  await page.getByRole('button', { name, exact: true }).click()
  const message = page.getByRole('dialog', { name })
  await expect(message).toContainText('Soup of the day!')
  const doubles = message.getByRole('region', { name: 'It may already be in the list' })
  await expect(doubles).toContainText(like.name)
  await message.getByRole('button', { name: 'Add this restaurant' }).click()
  const add = page.getByRole('dialog', { name: 'Add New Restaurant' })
  await expect(add.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await expect(add.getByRole('textbox', { name: 'Address' })).toHaveValue('12 Ladle Lane, Arden')
  await add.getByRole('combobox', { name: 'Price' }).selectOption('$')
  await add.getByRole('textbox', { name: 'Hours' }).fill('Daily 11 AM - 3 PM')
  await add.getByRole('spinbutton', { name: /Distance/ }).fill('2')
  await add.getByRole('spinbutton', { name: /Travel time/i }).fill('5')
  await add.getByRole('button', { name: 'Save Restaurant' }).click()
  await expect(message.getByRole('radio', { name: 'Done' })).toBeChecked()
  await message.getByRole('textbox', { name: 'Reply to Ana' }).fill('It is in the list. Enjoy your soup!')
  await message.getByRole('button', { name: 'Save and Send Reply' }).click()
  await expect(toast(page, 'Reply sent')).toBeVisible()
  await expect(page.getByText('Nothing is open')).toBeVisible()
  await expect(entry).not.toContainText('open')

  await phone.goto('/profile?tab=requests')
  const sent = phone.getByRole('listitem').filter({ hasText: name })
  await expect(sent).toHaveCount(1)
  await expect(sent).toContainText('Done')
  await expect(sent).toContainText('It is in the list. Enjoy your soup!')
  await sent.getByRole('link', { name }).click()
  const details = phone.getByRole('dialog', { name })
  await details.getByRole('link', { name: 'Report Inaccurate Information' }).click()
  const report = phone.getByRole('dialog', { name: 'Report Inaccurate Information' })
  await expect(report).toContainText(name)
  await report.getByRole('textbox', { name: 'What is wrong?' }).fill('It closes at 2.')
  await report.getByRole('button', { name: 'Send' }).click()
  await expect(report).toBeHidden()
  await expect(details).toBeVisible()
  await phone.close()
})

test('an administrator who answers at the same time as a colleague sees that answer and decides', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn({ firstName: 'Ana' })
  const wish = { kind: 'feature', text: unique('A dark theme') }
  const { id } = await (await page.request.post('/api/suggestions', { data: wish })).json()
  await signIn({ role: 'admin', firstName: 'Kim' })
  await page.goto(`/admin?section=inbox&edit=${id}`)
  const message = page.getByRole('dialog')
  const reply = message.getByRole('textbox', { name: 'Reply to Ana' })
  await reply.fill('Not this year.')
  const theirs = { state: 'done', reply: 'It comes in May.' }
  expect((await admin.patch(`/api/admin/suggestions/${id}`, { data: theirs })).ok()).toBe(true)
  // A visibility change makes the page fetch the message again.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(message.getByText('Last changed by')).toBeVisible()

  await message.getByRole('button', { name: 'Save and Send Reply' }).click()
  await expect(toast(page, 'Someone else answered this in the meantime')).toBeVisible()
  await expect(message.getByText('It comes in May.')).toBeVisible()
  await expect(message.getByRole('radio', { name: 'Done' })).toBeChecked()
  await expect(reply).toHaveValue('Not this year.')
  await message.getByRole('button', { name: 'Save and Send Reply' }).click()
  await expect(toast(page, 'Reply sent')).toBeVisible()
  const saved = await (await admin.get(`/api/admin/suggestions/${id}`)).json()
  expect(saved.reply).toBe('Not this year.')
})

test('long messages do not shrink the filter above them, and open at their beginning', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const text = 'The soup of the day is on the menu, the menu is on the wall, and the wall is gone. '
  for (let count = 0; count < 4; count += 1) {
    const data = {
      kind: 'restaurant',
      campusCode: 'arden',
      name: unique(text.repeat(2)),
      text: text.repeat(9),
    }
    expect((await page.request.post('/api/suggestions', { data })).status()).toBe(201)
  }
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/admin?section=inbox')
  const first = page.getByRole('button', { name: text.trim() }).first()
  await expect(first).toBeVisible()
  const state = page.getByRole('radiogroup', { name: 'State' })
  expect((await boxOf(state)).height).toBeGreaterThanOrEqual(44)
  await page.setViewportSize({ width: 390, height: 844 })
  await first.click()
  const message = page.getByRole('dialog')
  await expect(message).toBeFocused()
  await expect(message.getByText(/^Robin Sample, /)).toBeInViewport()
})
