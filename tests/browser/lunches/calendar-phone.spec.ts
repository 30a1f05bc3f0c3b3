import { expect } from '../support/fixtures.ts'
import { inMinutes, startLunch, test } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('lunches can be added to a calendar, one or all of them, and a reminder by mail can be set up', async ({
  page,
  playwright,
  signIn,
}) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(page.request, { leavesAt: inMinutes(45), restaurantIds: [place?.id] })
  // A calendar application has no session.
  const calendar = await playwright.request.newContext()

  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const link = page.getByRole('dialog').getByRole('link', { name: 'Add to calendar' })
  const file = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toContain('text/calendar')
  expect(await file.text()).toContain('BEGIN:VEVENT')

  await page.goto('/profile/edit#reminder')
  await expect(page.getByRole('heading', { name: 'Reminder by mail' })).toBeInViewport()
  const section = page.getByRole('region', { name: 'Calendar' })
  await section.getByRole('button', { name: 'Create calendar address' }).click()
  const address = section.getByText(/\/api\/calendar\/[\w-]+\.ics$/)
  const first = (await address.textContent()) ?? ''
  expect(await (await calendar.get(first)).text()).toContain('STATUS:CONFIRMED')

  const reminder = page.getByRole('region', { name: 'Reminder by mail' })
  await reminder.getByRole('switch', { name: 'Remind me' }).check()
  await reminder.getByRole('checkbox', { name: 'Saturday' }).check()
  await reminder.getByLabel('Time').fill('10:45')
  await reminder.getByRole('checkbox', { name: 'Monday' }).uncheck()
  await expect(reminder.getByText('Saved')).toBeVisible()

  await page.reload()
  await expect(reminder.getByLabel('Time')).toHaveValue('10:45')
  await expect(reminder.getByRole('checkbox', { name: 'Monday' })).not.toBeChecked()
  await expect(reminder.getByRole('checkbox', { name: 'Saturday' })).toBeChecked()
  await expect(section.getByText('It was shown once')).toBeVisible()
  await expect(address).toBeHidden()

  await section.getByRole('button', { name: 'Renew address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew address' }).click()
  const second = (await address.textContent()) ?? ''
  expect([(await calendar.get(first)).status(), (await calendar.get(second)).status()]).toEqual([404, 200])
  await section.getByRole('button', { name: 'End address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End address' }).click()
  await expect(section.getByRole('button', { name: 'Create calendar address' })).toBeVisible()
  expect((await calendar.get(second)).status()).toBe(404)
  await calendar.dispose()
})

test('a lunch that can’t be added to a calendar says so in its page', async ({ page, signIn }) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(page.request, { leavesAt: inMinutes(45), restaurantIds: [place?.id] })
  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const link = page.getByRole('dialog').getByRole('link', { name: 'Add to calendar' })
  await expect(page).toHaveTitle(/^Lunch at \d.* · Common Table$/)
  await page.getByRole('button', { name: /^About / }).click()
  await expect(page).toHaveTitle(`${place?.name} · Common Table`)
  await page.goBack()
  await expect(page).toHaveTitle(/^Lunch at /)
  const file = page.waitForEvent('download')
  await link.click()
  expect((await file).suggestedFilename()).toBe(`lunch-${lunch.id}.ics`)
  await page.route(`**/api/lunches/${lunch.id}`, route => route.abort())
  await link.click()
  await expect(page.getByText('Couldn’t add it to a calendar', { exact: true })).toBeVisible()
  await page.unroute(`**/api/lunches/${lunch.id}`)
  await page.context().clearCookies()
  await link.click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible()
})
