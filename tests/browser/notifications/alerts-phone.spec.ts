import { newAlert, removeAlerts } from '../support/administration.ts'
import { expect, holdRequests, test } from '../support/fixtures.ts'

test('an alert that comes while a form is used moves nothing in it', async ({ page, admin }) => {
  await newAlert(admin)
  for (const path of ['/login', '/register']) {
    const answer = await holdRequests(page, '**/api/emergency-messages/active')
    await page.goto(path)
    const email = page.getByLabel('Email')
    await email.pressSequentially('robin')
    const before = await email.boundingBox()
    answer()
    await expect(page.getByRole('banner').getByText('The road to Arden is closed')).toBeVisible()
    expect(await email.boundingBox()).toEqual(before)
    await page.unrouteAll()
    await page.goto(path)
    await expect(page.getByRole('main').getByText('The road to Arden is closed')).toBeVisible()
  }
  await removeAlerts(admin)
})

test('an alert that is opened can be read as a whole, also on the narrowest phone', async ({
  page,
  admin,
  signIn,
}) => {
  await newAlert(admin)
  await signIn()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/?campus=arden')
  const alerts = page.getByRole('region', { name: 'System alerts' })
  await alerts.getByRole('button', { name: 'Show the whole alert' }).click()
  const opened = page.getByRole('dialog', { name: 'System alerts' })
  await expect(opened.getByText('Please take the one by the river.')).toBeInViewport({ ratio: 1 })
  await expect(opened.getByText('The road to Arden is closed')).toBeInViewport({ ratio: 1 })
  await opened.getByRole('button', { name: 'Dismiss' }).click()
  await expect(opened).toHaveCount(0)
  await expect(alerts.getByRole('button')).toHaveCount(0)
  await removeAlerts(admin)
})
