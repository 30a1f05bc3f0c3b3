import type { APIRequestContext, Page } from '@playwright/test'
import { submitRegistration, submitSignIn } from '../support/account-forms.ts'
import { newAlert, removeAlerts } from '../support/administration.ts'
import { expect, expectAccessible, setVisibility, test, waitForContent } from '../support/fixtures.ts'

test.afterEach(({ admin }) => removeAlerts(admin))

test('the most severe alert comes first, and each alert names its severity in words', async ({
  page,
  admin,
  signIn,
}) => {
  await newAlert(admin, { title: 'Water is back', severity: 'info' })
  await newAlert(admin, { title: 'Leave the building', severity: 'danger' })
  await newAlert(admin, { title: 'Icy car park', severity: 'warning' })
  await signIn()
  await page.goto('/')
  await expect(alertRegion(page).getByText(/^(Important|Warning|Information):/)).toHaveText([
    /Important/,
    /Warning/,
    /Information/,
  ])
  await expect(alertRegion(page).locator('p.font-semibold')).toHaveText([
    'Leave the building',
    'Icy car park',
    'Water is back',
  ])
  await expectAccessible(page)
})

test('sign-in pages show their alerts only once, and other pages show the alerts for the entire system', async ({
  page,
  admin,
  signIn,
}) => {
  await newAlert(admin, { title: 'Only at the door', showCornerAlert: false })
  await newAlert(admin, { title: 'Only in the corner', showOnLogin: false })
  await newAlert(admin, { title: 'In both places' })
  await newAlert(admin, { title: 'Nowhere', isActive: false })
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
  await expect(alertRegion(page).getByText('Only in the corner')).toBeVisible()
  await expect(alertRegion(page).getByText('In both places')).toBeVisible()
  await expect(page.getByText('Only at the door')).toBeHidden()
  await expect(page.getByText('Nowhere')).toBeHidden()
})

test('a dismissed alert stays hidden for the session, unless its text changes', async ({
  page,
  browser,
  server,
  admin,
  signInAs,
  signIn,
}) => {
  const { id } = await newAlert(admin, {
    title: 'Fire drill at ten',
    message: 'Please leave by the front door.',
  })
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

  await admin.patch(`/api/emergency-messages/${id}`, { data: { message: 'Please leave by the back door.' } })
  await page.reload()
  await expect(alertRegion(page).getByText('Please leave by the back door.')).toBeVisible()
})

test('a hidden tab does not poll, and polls immediately when it becomes visible', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn()
  await page.clock.install()
  const polls = countPolls(page)
  await visit(page, admin, '/profile')
  await setVisibility(page, 'hidden')
  await page.clock.fastForward('05:00')
  expect(polls.count).toBe(1)
  await setVisibility(page, 'visible')
  await expect.poll(() => polls.count).toBe(2)
})

test('the sign-in page shows alerts in two places but polls once a minute', async ({ page, admin }) => {
  await page.clock.install()
  const polls = countPolls(page)
  const id = await visit(page, admin, '/login')
  for (let minute = 1; minute <= 3; minute += 1) {
    await admin.patch(`/api/emergency-messages/${id}`, { data: { title: `Minute ${minute}` } })
    await page.clock.fastForward('01:00')
    await expect(page.getByText(`Minute ${minute}`)).toBeVisible()
    expect(polls.count).toBe(1 + minute)
  }
})

const alertRegion = (page: Page) => page.getByRole('region', { name: 'System alerts' })

/** Opens a page and waits for the first response to be rendered, so that the next poll is a minute away. */
async function visit(page: Page, admin: APIRequestContext, address: string): Promise<number> {
  const { id } = await newAlert(admin, { title: 'There from the beginning' })
  await page.goto(address)
  await expect(page.getByText('There from the beginning')).toBeVisible()
  return id
}

function countPolls(page: Page): { count: number } {
  const polls = { count: 0 }
  page.on('request', request => {
    if (request.url().endsWith('/api/emergency-messages/active')) polls.count += 1
  })
  return polls
}
