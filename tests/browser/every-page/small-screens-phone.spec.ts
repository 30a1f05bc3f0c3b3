import { newAlert, newRestaurant, removeAlerts, unique } from '../support/administration.ts'
import { expect, test, waitForContent } from '../support/fixtures.ts'

/* What sweep-phone.spec.ts can't see of small screens and large letters. */

test('with the text spacing of WCAG 1.4.12, time and date still fit a screen that is 320 pixels wide', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn()
  await page.goto('/profile/edit')
  await waitForContent(page)
  await page.evaluate(() => {
    const spaced = new CSSStyleSheet()
    spaced.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
    document.adoptedStyleSheets = [spaced]
  })
  const clock = page.getByRole('banner').locator('p', { has: page.locator('time') })
  expect(await clock.evaluate(line => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0)
})

test.describe('with letters twice as large', () => {
  test.use({ letters: 2, viewport: { width: 320, height: 700 } })
  test.afterEach(({ admin }) => removeAlerts(admin))

  test('alerts can be read and dismissed, and a name in a list has room for whole words', async ({
    page,
    admin,
    signIn,
  }) => {
    await newAlert(admin)
    await signIn({ role: 'super-user', firstName: 'Bartholomew' })
    for (const address of ['/?campus=arden', '/profile', '/admin?section=overview', '/admin?section=users']) {
      await page.goto(address)
      await waitForContent(page)
      const alerts = page.getByRole('region', { name: 'System alerts' })
      const alert = alerts.getByText('The road to Arden is closed')
      expect((await alert.boundingBox())?.width, `the alert at ${address}`).toBeGreaterThan(60)
    }
    const rows = page.getByRole('main').getByRole('rowheader')
    const name = rows.getByText('Bartholomew Sample', { exact: true })
    expect((await name.first().boundingBox())?.width).toBeGreaterThan(80)
    await page.getByRole('button', { name: 'Show the whole alert' }).click()
    const opened = page.getByRole('dialog', { name: 'System alerts' })
    await expect(opened.getByText('Please take the one by the river.')).toBeInViewport({ ratio: 1 })
    await opened.getByRole('button', { name: 'Dismiss' }).click()
    await expect(opened).toHaveCount(0)
    await expect(page.getByText('The road to Arden is closed')).toHaveCount(0)
  })
})

test('at 400% zoom, a dialog leaves room for what is below its title', async ({ page, admin, signIn }) => {
  // The viewport of a 1280 × 1024 desktop at 400% zoom.
  await page.setViewportSize({ width: 320, height: 256 })
  const name = `${unique('The Old Trailhead Family Kitchen')}, Smokehouse, Bakery and Coffee House by the River`
  const { id } = await newRestaurant(admin, { name })
  await signIn()
  await page.goto(`/?campus=arden&restaurant=${id}`)
  const details = page.getByRole('dialog', { name })
  await details.getByText('1 Test Street, Arden').scrollIntoViewIfNeeded()
  await expect(details.getByText('1 Test Street, Arden')).toBeInViewport({ ratio: 1 })
  await expect(details.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await details.getByRole('button', { name: 'Rate', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Rate' })
  await form.getByRole('radio', { name: '4 stars' }).focus()
  await expect(form.getByRole('radio', { name: '4 stars' })).toBeInViewport({ ratio: 1 })
  await form.getByLabel('Comment').focus()
  await expect(form.getByLabel('Comment')).toBeInViewport({ ratio: 0.7 })
  await expect(form.getByRole('button', { name: 'Submit Rating' })).toBeInViewport({ ratio: 1 })

  // At this size the bars are at the end of the page and do not stick to the screen.
  await page.goto('/profile')
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toBeInViewport()
})
