import type { Page } from '@playwright/test'
import { submitRegistration, submitSignIn } from '../support/account-forms.ts'
import { newAlert, removeAlerts } from '../support/administration.ts'
import { expect, expectAccessible, setVisibility, test, waitForContent } from '../support/fixtures.ts'

test.afterEach(({ admin }) => removeAlerts(admin))

test('sign-in pages show their alerts only once, other pages those for the entire system, and each names its severity', async ({
  page,
  admin,
  signIn,
}) => {
  await newAlert(admin, { title: 'Only at the door', showCornerAlert: false })
  await newAlert(admin, { title: 'Only in the corner', showOnLogin: false, severity: 'warning' })
  await newAlert(admin, { title: 'In both places', severity: 'danger' })
  for (const address of ['/login', '/register']) {
    await page.goto(address)
    await expect(page.getByRole('main').getByText('Only at the door')).toBeVisible()
    await expect(page.getByText('In both places')).toHaveCount(1)
    await expect(page.getByRole('main').getByText('In both places')).toBeVisible()
    await expect(alertRegion(page).getByText('Only in the corner')).toBeVisible()
    await expectAccessible(page)
  }
  await submitRegistration(page, 'alerted@example.org')
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  await expect(page.getByRole('main').getByText('In both places')).toBeVisible()
  await page.goto('/login')
  await submitSignIn(page, { email: 'alerted@example.org', password: 'a good lunch' })
  await expect(page.getByRole('heading', { name: 'Verify your email first' })).toBeVisible()
  await expect(page.getByRole('main').getByText('In both places')).toBeVisible()
  await signIn()
  await page.goto('/profile')
  await expect(alertRegion(page).locator('p.font-semibold')).toHaveText([
    'In both places',
    'Only in the corner',
  ])
  const severities = alertRegion(page).getByText(/^(Important|Warning|Information):/)
  await expect(severities).toHaveText([/Important/, /Warning/])
})

test('a dismissed alert stays hidden for the session', async ({
  page,
  browser,
  server,
  admin,
  signInAs,
  signIn,
}) => {
  await newAlert(admin, { title: 'Fire drill at ten' })
  const person = await signIn()
  await page.goto('/')
  const shown = alertRegion(page).getByText('Fire drill at ten')
  await expect(shown).toBeVisible()
  await alertRegion(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(shown).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await waitForContent(page)
  await expect(shown).toBeHidden()

  const nextVisit = await browser.newPage({ baseURL: server.origin })
  await signInAs(person, nextVisit)
  await nextVisit.goto('/')
  await expect(alertRegion(nextVisit).getByText('Fire drill at ten')).toBeVisible()
  await nextVisit.close()
})

test('a page with alerts in two places polls once a minute, not while it is hidden, and when it becomes visible', async ({
  page,
  admin,
}) => {
  await page.clock.install()
  let polls = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/emergency-messages/active')) polls += 1
  })
  const { id } = await newAlert(admin, { title: 'Minute 0' })
  await page.goto('/login')
  // Once the first response is rendered, the next poll is a minute away.
  await expect(page.getByText('Minute 0')).toBeVisible()
  for (let minute = 1; minute <= 3; minute += 1) {
    await admin.patch(`/api/emergency-messages/${id}`, { data: { title: `Minute ${minute}` } })
    await page.clock.fastForward('01:00')
    await expect(page.getByText(`Minute ${minute}`)).toBeVisible()
    expect(polls).toBe(1 + minute)
  }
  await setVisibility(page, 'hidden')
  await page.clock.fastForward('05:00')
  expect(polls).toBe(4)
  await setVisibility(page, 'visible')
  await expect.poll(() => polls).toBe(5)
})

const alertRegion = (page: Page) => page.getByRole('region', { name: 'System alerts' })
