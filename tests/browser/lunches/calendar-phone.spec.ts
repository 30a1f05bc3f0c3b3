import { expect } from '../support/fixtures.ts'
import { startLunch, test } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('the address of the calendar is shown once, renewed and ended, and a reminder by mail can be set up', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/profile/edit#reminder')
  await expect(page.getByRole('heading', { name: 'Reminder by mail' })).toBeInViewport()
  const section = page.getByRole('region', { name: 'Calendar' })
  await section.getByRole('button', { name: 'Create calendar address' }).click()
  const address = section.getByText(/\/api\/calendar\/[\w-]+\.ics$/)
  const first = (await address.textContent()) ?? ''

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
  await expect(address).not.toHaveText(first)
  await section.getByRole('button', { name: 'End address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End address' }).click()
  await expect(section.getByRole('button', { name: 'Create calendar address' })).toBeVisible()
})

test('a lunch is added to a calendar, and one that can’t be says so in its page, which has its own title', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(page.request, { restaurantIds: [place?.id] })
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
