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
    const row = await page.getByRole('region', { name: 'System alerts' }).boundingBox()
    expect(row?.width, 'it has the room beside the button').toBeGreaterThan(150)
    expect(await email.boundingBox()).toEqual(before)
    await page.unrouteAll()
    await page.goto(path)
    await expect(page.getByRole('main').getByText('The road to Arden is closed')).toBeVisible()
  }
  await removeAlerts(admin)
})
