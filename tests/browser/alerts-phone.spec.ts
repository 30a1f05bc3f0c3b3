import { newAlert, removeAlerts } from './administration.ts'
import { expect, test } from './fixtures.ts'

test('an unfolded alert can be read as a whole, also on the narrowest phone', async ({
  page,
  admin,
  newPerson,
  signInAs,
}) => {
  await newAlert(admin)
  await signInAs(await newPerson())
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/?campus=arden')
  const alerts = page.getByRole('region', { name: 'System alerts' })
  await alerts.getByRole('button', { name: 'Show the whole alert' }).click()
  await expect(alerts.getByText('Please take the one by the river.')).toBeInViewport({ ratio: 1 })
  await expect(alerts.getByText('The road to Arden is closed')).toBeInViewport({ ratio: 1 })
  await alerts.getByRole('button', { name: 'Dismiss' }).click()
  await expect(alerts.getByRole('button')).toHaveCount(0)
  await removeAlerts(admin)
})
